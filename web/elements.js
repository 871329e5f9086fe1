// Elements of a page, made in one expression.

const SVG = "http://www.w3.org/2000/svg";

export function html(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

// A function under `onclick` listens to clicks; what is false or null is left out.
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

// Makes an element act on a click, Enter and the space bar alike.
export function pressed(act) {
  return {
    onclick: (event) => {
      event.stopPropagation();
      act(event);
    },
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      act(event);
    },
  };
}
