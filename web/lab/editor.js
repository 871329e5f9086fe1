// An editor for rules and claims. What is wrong in the text is underlined where it is, and drawn with carets below it.

import { html } from "../elements.js";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const GAME = new Set(("game source require piles row of any move left right take from one pile and another each two three four or more to into parts split leaving at most "
  + "replace by break where in not stuck loses wins outcome if else example is has misere set number numbers list function code outcomes vectors others after always never mod").split(" "));
const CLAIM = new Set(("claim from note printed whole game piles places counts suppose given graph for define family within set also check to expect proved holds refuted undecided iff if "
  + "strategy move adding keeps the outcome depends on same outcomes nim-values as sequence regular with period and saltus is fractal heap formula list whenever runs value facts lines "
  + "or not in where any else at misere deep").split(" "));

// Words, numbers, quotations and comments: enough to make a text easy to read.
function language(words) {
  return StreamLanguage.define({
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return "comment";
      if (stream.match(/^"[^"]*"?/)) return "string";
      if (stream.match(/^\d+/)) return "number";
      const found = stream.match(/^[A-Za-z][A-Za-z0-9_-]*/);
      if (found) {
        if (words.has(found[0])) return "keyword";
        return /^[PNLR]$/.test(found[0]) ? "typeName" : null;
      }
      stream.next();
      return null;
    },
  });
}

const LANGUAGES = { game: language(GAME), claim: language(CLAIM) };

// Makes an editor. `changed(text)` is called after every change made by the reader.
export function editor({ text, label, kind, changed }) {
  const below = html("div", { class: "below", role: "status", "aria-live": "polite" });
  const frame = html("div", { class: "editor" });
  const element = html("div", {}, frame, below);
  let quiet = false;
  const view = new EditorView({
    parent: frame,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(document.querySelector("script[nonce]")?.nonce ?? ""),
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), EditorView.lineWrapping,
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        LANGUAGES[kind], syntaxHighlighting(classHighlighter),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !quiet) changed(update.state.doc.toString());
        }),
      ],
    }),
  });

  return {
    element,
    view,
    text: () => view.state.doc.toString(),
    set(next) {
      if (next === view.state.doc.toString()) return;
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      quiet = false;
    },
    // Underlines the places that are wrong, and draws them with carets.
    wrong(places) {
      const length = view.state.doc.length;
      const marks = places.filter((place) => Number.isInteger(place.from)).map((place) => {
        const from = Math.min(length, Math.max(0, place.from));
        return {
          from, to: Math.min(length, Math.max(from, place.to)), severity: place.severity ?? "error",
          message: place.help ? `${place.message}\n${place.help}` : place.message,
        };
      });
      view.dispatch(setDiagnostics(view.state, marks));
      below.replaceChildren(...places.filter((place) => place.severity !== "warning").slice(0, 4).map((place) => html("pre", {
        class: "carets", tabindex: 0, role: "group", "aria-label": "what is wrong",
      }, place.excerpt || [place.message, place.help].filter(Boolean).join("\n"))));
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}
