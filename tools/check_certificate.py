#!/usr/bin/env python3
"""A second checker of Sprague's certificates, in plain Python and written from the page on certificates in the book
(docs/src/certificates.md). It shares nothing with the checker in Rust.

    python3 tools/check_certificate.py FILE.cert...

For each file it prints one line, and it exits with the worst of

    0  accepted: the claim is proved (or refuted) by the certificate
    1  rejected: the text is damaged, or the evidence does not show what is claimed
    2  not covered: this checker cannot tell (it then says why)

What it covers:

  sequences   evidence `heap proof` with one case, `regularity` (window, guy-smith, levels) or `computation`, and
              `heap counterexample` at one heap, for claims `regular`, `regular from E with period P [and saltus S]` and
              `sequence NOTATION` about subtract(...), misere subtract(...), octal(...) with plain digits, kayles, dawson,
              cut(...), lr-nim(...) and ending-nim(...).
  boards      evidence `board automaton` of P-positions in binary digits, and `board counterexample` to claims of outcomes, for
              claims `piles a <= b ...` that say `P iff`, `N iff`, `P if` or `N if`, perhaps with `suppose`, about games in
              normal play whose moves are `take k from one pile [NAME] [where CONDITION]` and `take k from each of two piles
              [where CONDITION]`. Conditions: linear expressions, `mod` and `/`-free, `odd`, `even`, `min(piles)`,
              `and`, `or`, `not`.

Games are read from the certificate, or from the folder games/ beside this file's folder if they are of the catalogue.
"""

import itertools
import os
import re
import sys


class Rejected(Exception):
    """The certificate does not show what it claims."""


class NotCovered(Exception):
    """This checker cannot tell."""


def demand(so, why):
    if not so:
        raise Rejected(why)


# ---------------------------------------------------------------- the text of a certificate


class Lines:
    """The lines of a certificate, one after the other: a word, and what belongs to it."""

    def __init__(self, text):
        demand(text.endswith("\n"), "the last line does not end")
        self.lines = text.split("\n")[:-1]
        self.at = 0

    def line(self):
        demand(self.at < len(self.lines), "it ends too early")
        self.at += 1
        return self.lines[self.at - 1]

    def peek(self, word):
        return self.at < len(self.lines) and (self.lines[self.at] + " ").startswith(word + " ")

    def field(self, word):
        line = self.line()
        demand((line + " ").startswith(word + " "), f"line {self.at}: expected `{word} ...`")
        return line[len(word) + 1 :]

    def exactly(self, line):
        demand(self.line() == line, f"line {self.at}: expected `{line}`")

    def number(self, word):
        return number(self.field(word))

    def numbers(self, word):
        rest = self.field(word)
        return [number(part) for part in rest.split(" ")] if rest else []

    def quoted(self):
        text = []
        while self.at < len(self.lines) and self.lines[self.at].startswith("|"):
            line = self.line()[1:]
            text.append(line[1:] if line.startswith(" ") else line)
        demand(text, f"line {self.at}: a text behind bars is missing")
        return "\n".join(text)


def number(text):
    demand(re.fullmatch(r"0|-?[1-9][0-9]*", text), f"`{text}` is not a number")
    return int(text)


HEAD = ["from", "note", "finding", "printed", "expect", "check", "deep"]
WORDS = HEAD + ["claim", "game", "piles", "counts", "suppose", "family", "set", "given", "for", "define", "P", "N"]
WORDS += ["regular", "sequence", "formula", "nim-sets", "nim-value", "adding", "outcome", "strategy", "same", "facts"]
WORDS += ["lines", "play", "value", "whenever", "runs", "then", "count", "loony", "graph", "also"]


def clauses(text):
    """The clauses of a claim: a word at the start of a line, and what follows up to the next one. What the head
    says (source, notes, what is expected) is left out."""
    found = []
    for line in text.split("\n"):
        if not line.strip() or line.strip().startswith("#"):
            continue
        word = line.split()[0]
        open_quote = found and found[-1][1].count('"') % 2 == 1
        if word in WORDS and not open_quote:
            found.append([word, line.strip()[len(word) :]])
        else:
            demand(found, "expected `claim` first")
            found[-1][1] += " " + line.strip()
    demand(found and found[0][0] == "claim", "expected `claim` first")
    demand(sum(word == "claim" for word, _ in found) == 1, "a certificate is for one claim")
    game = [rest for word, rest in found if word == "game"]
    if game and ", piles " in game[0]:
        place = [word for word, _ in found].index("game")
        own, piles = game[0].split(", piles ", 1)
        found[place : place + 1] = [["game", own], ["piles", piles]]
    result = {}
    for word, rest in found[1:]:
        if word in HEAD:
            continue
        demand(word not in result, f"there is a second `{word}`")
        result[word] = rest.strip()
    demand("game" in result, "a claim needs a game")
    return result


# ---------------------------------------------------------------- sequences: the games


def numbers_of(text):
    demand(re.fullmatch(r"[0-9 ,{}]*", text), f"`{text}` is no list of numbers")
    return sorted({int(part) for part in text.replace("{", "").replace("}", "").split(",")})


class HeapGame:
    """Moves of one heap: (take, parts), to take so many tokens and leave the rest in so many heaps, all not empty. With
    `ends`, outcomes of heaps that have no move; otherwise nim-values."""

    def __init__(self, expression):
        misere = expression.startswith("misere ")
        expression = expression.removeprefix("misere ").strip()
        name, _, arguments = expression.partition("(")
        demand(not arguments or arguments.endswith(")"), "a parenthesis is not closed")
        arguments, self.ends = arguments[:-1], None
        if name in ("kayles", "dawson"):
            name, arguments = "octal", {"kayles": "0.77", "dawson": "0.137"}[name]
        if name in ("subtract", "lr-nim", "ending-nim"):
            amounts, _, ends = arguments.partition(";")
            amounts = numbers_of(amounts)
            self.moves = [(take, parts) for take in amounts for parts in (0, 1)]
            self.amounts = amounts
            if name == "lr-nim":
                self.ends = lambda n: "L" if n % 2 == 0 else "R"
            elif name == "ending-nim":
                letters = [letter.strip() for letter in ends.split(",")]
                demand(len(letters) == min(amounts), "one outcome for each stuck heap")
                self.ends = lambda n: letters[n]
            elif misere:
                self.ends = lambda n: "N"
            return
        self.amounts = None
        if misere:
            raise NotCovered(f"misere {name}")
        if name == "cut":
            self.moves = [(0, cuts + 1) for cuts in numbers_of(arguments)]
        elif name == "octal":
            match = re.fullmatch(r"([0-9A-F])\.([0-9A-F]*)", arguments.strip())
            if not match:
                raise NotCovered(f"the code {arguments}")
            digits = [int(digit, 16) for digit in match[1] + match[2]]
            bits = [(take, parts) for take, digit in enumerate(digits) for parts in range(4) if digit >> parts & 1]
            self.moves = [(take, parts) for take, parts in bits if take > 0 or parts >= 2]
        else:
            raise NotCovered(f"the game {name}")

    def first_wrong(self, values):
        """The first heap whose nim-value is not the mex of its options, or None."""
        most = max((parts for _, parts in self.moves), default=0)
        sets = [[set() for _ in values] for _ in range(most + 1)]
        sets[0][0] = {0}
        for n, value in enumerate(values):
            for parts in range(2, most + 1):
                for smallest in range(1, n // parts + 1):
                    g = values[smallest]
                    sets[parts][n].update(other ^ g for other in sets[parts - 1][n - smallest])
            options = set()
            for take, parts in self.moves:
                if take <= n:
                    options |= sets[parts][n - take]
            if value in options or not options.issuperset(range(value)):
                return n
            if n > 0 and most >= 1:
                sets[1][n] = {value}
        return None

    def first_wrong_outcome(self, outcomes):
        for n, outcome in enumerate(outcomes):
            options = [outcomes[n - take] for take in self.amounts if take <= n]
            if not options:
                truly = self.ends(n)
            else:
                left = any(option in "LP" for option in options)
                right = any(option in "RP" for option in options)
                truly = {(1, 1): "N", (1, 0): "L", (0, 1): "R", (0, 0): "P"}[left, right]
            if outcome != truly:
                return n
        return None

    def computed(self, to):
        """The terms of the heaps 0 to `to`, by the definition."""
        if to > 400:
            raise NotCovered("so many terms are not computed here")
        terms = []
        for _ in range(to + 1):
            choices = "NPLR" if self.ends else itertools.count()
            wrong = self.first_wrong_outcome if self.ends else self.first_wrong
            terms.append(next(term for term in choices if wrong(terms + [term]) is None))
        return terms


# ---------------------------------------------------------------- sequences: regularities

FARTHEST = 4000


class Regularity:
    def __init__(self, lines):
        self.method = lines.field("method").split(" ")
        self.preperiod, self.period = lines.number("preperiod"), lines.number("period")
        self.saltus, self.mask = lines.number("saltus"), lines.number("mask")
        if lines.peek("outcomes"):
            self.terms = list(lines.field("outcomes"))
            demand(set(self.terms) <= set("NPLR"), "outcomes are N, P, L and R")
        else:
            self.terms = lines.numbers("values")
            demand(min(self.terms, default=0) >= 0, "nim-values are not negative")
        demand(min(self.preperiod, self.saltus, self.mask) >= 0 and self.period >= 1, "a number is out of range")
        demand(len(self.terms) == self.preperiod + self.period, "there must be preperiod + period terms")

    def term(self, n):
        rounds = max(0, (n - self.preperiod) // self.period)
        term = self.terms[n - rounds * self.period]
        return term + rounds * self.saltus if self.saltus else term

    def known(self, end):
        if end > FARTHEST:
            raise NotCovered(f"heaps up to {end} would have to be looked at")
        return [self.term(n) for n in range(end)]

    def check(self, game):
        """The recursion on a window, and a theorem by which that is enough for all heaps."""
        demand((game.ends is not None) == isinstance(self.terms[0], str), "nim-values where there are any")
        e, p, s = self.preperiod, self.period, self.saltus
        if self.method == ["window"]:
            demand(game.amounts is not None and s == 0, "a window needs moves that just take, and no saltus")
            terms = self.known(e + p + max(game.amounts))
            wrong = game.first_wrong_outcome(terms) if game.ends else game.first_wrong(terms)
            demand(wrong is None, f"the term of the heap {wrong} is wrong")
            return
        demand(game.ends is None, "the other theorems are of nim-values")
        most_parts = max(1, max(parts for _, parts in game.moves))
        most_taken = max(take for take, _ in game.moves)
        if self.method == ["guy-smith"]:
            demand(s == 0, "this theorem is one of periods without saltus")
            end = most_parts * (max(e, 1) + p) + most_taken
            wrong = game.first_wrong(self.known(end))
            demand(wrong is None, f"the value of the heap {wrong} is wrong")
        elif self.method[0] == "levels" and len(self.method) == 3:
            self.check_levels(game, number(self.method[1]), number(self.method[2]), most_parts, most_taken)
        else:
            raise Rejected("there is no such method")

    def check_levels(self, game, factor, lifts, most_parts, most_taken):
        demand(1 <= factor <= 64 and 0 <= lifts <= 64, "so many periods or sums are not tested")
        period, saltus = factor * self.period, factor * self.saltus
        demand(saltus > 0 and saltus & (saltus - 1) == 0, "the saltus is not a power of two")
        known = self.preperiod + 4 * period + most_taken
        values = self.known(known + 1)
        upper = {}
        for n in range(known + 1 - period, known + 1):
            level, digit = divmod(values[n], saltus)
            delta = n - period * level
            demand(level > 0 and 1 <= delta <= 2 * period + 1, "some residue has no type")
            upper[n % period] = (delta, digit)
        low = []
        for n in range(1, known + 1):
            delta, digit = upper[n % period]
            level, own = divmod(values[n], saltus)
            if n < delta + period:
                demand(level == 0, "a low heap has a high value")
                low.append((n, own))
            else:
                demand((level, own) == ((n - delta) // period, digit), "the terms have another shape")
        demand(game.first_wrong(values) is None, "a value is wrong")
        upper = sorted(set(upper.values()))
        moves = [(take, parts) for take, parts in game.moves if parts > 0]
        far = max(delta for delta, _ in upper)

        def with_part(sets, parts, most):
            more = [set() for _ in range(most + 1)]
            for delta, digit in parts:
                for total in range(delta, most + 1):
                    more[total].update(other ^ digit for other in sets[total - delta])
            return more

        def reached(sets, total, digit):
            return any(total >= take and digit in sets[parts][total - take] for take, parts in moves)

        empty = [set() for _ in range(far + 1)]
        lows, ones, anys = [[{0}] + empty[1:]], [empty], [empty]
        for parts in range(most_parts):
            one, more = with_part(lows[parts], upper, far), with_part(anys[parts], upper, far)
            anys.append([a | b for a, b in zip(one, more)])
            lows.append(with_part(lows[parts], low, far))
            ones.append(one)
        for delta, digit in upper:
            demand(not reached(anys, delta, digit), "an option of an upper heap has its value")
            demand(all(reached(ones, delta, d) for d in range(digit)), "a smaller digit is not reached")
        most = far + lifts * period
        values = self.known(most + 1)
        real = [[{0}] + [set() for _ in range(most)]]
        whole = [(n, values[n]) for n in range(1, most + 1)]
        for _ in range(most_parts):
            real.append(with_part(real[-1], whole, most))
        real = [[{v for v in row if v < saltus} for row in rows] for rows in real]

        def with_upper(sets):
            return [[set() for _ in range(most + 1)]] + [with_part(rows, upper, most) for rows in sets[:-1]]

        one = with_upper(real)
        two = with_upper(one)
        three = with_upper(two)
        for delta in sorted({delta for delta, _ in upper}):
            for plainly, raised in ((real, two), (one, three)):
                for digit in range(saltus):
                    sums = [(h, delta + h * period) for h in range(1, lifts + 1)]
                    demand(all(reached(plainly, total, digit) for _, total in sums), "a lower level is not reached")
                    odd = any(h % 2 and reached(raised, total, digit) for h, total in sums)
                    even = any(h % 2 == 0 and reached(raised, total, digit) for h, total in sums)
                    demand(odd and even, "two upper parts to be raised are missing")

    def least(self):
        """The least preperiod and the least period, with its saltus."""
        e, p = self.preperiod, self.period
        plain = isinstance(self.terms[0], str)

        def repeats(n, period, rise):
            return self.term(n + period) == (self.term(n) if plain else self.term(n) + rise)

        for period in (d for d in range(1, p + 1) if p % d == 0):
            rise = 0 if plain else self.term(e + period) - self.term(e)
            if all(repeats(n, period, rise) for n in range(e, e + p)):
                break
        while e > 0 and repeats(e - 1, period, rise):
            e -= 1
        return e, period, rise


# ---------------------------------------------------------------- sequences: what is said


def notation(text, outcomes):
    """Terms before what repeats, what repeats, and what is added each time."""
    text = re.sub(r"\\(allowbreak|quad|[,;:! ])|\s", "", text)
    if text.endswith("...") or "dots" in text:
        raise Rejected("dots do not say what comes after them")
    tokens = re.findall(r"\\overline\{|\(\+\d+\)|\^\{\d+\}|\^\d|[(){},]|[LRNP]|\d+", text)
    demand("".join(tokens) == text, "the sequence is not understood")
    at = 0

    def items():
        nonlocal at
        terms, blocks, alone = [], 0, False
        while at < len(tokens):
            token = tokens[at]
            if token == ",":
                at += 1
            elif re.fullmatch(r"[LRNP]" if outcomes else r"\d+", token):
                terms.append(token if outcomes else int(token))
                blocks, at = blocks + 1, at + 1
            elif token == "(":
                at += 1
                inner, _ = items()
                demand(at < len(tokens) and tokens[at] == ")" and inner, "a block is not closed")
                at += 1
                alone, times = True, 1
                if at < len(tokens) and tokens[at].startswith("^"):
                    alone, times = False, int(tokens[at].strip("^{}"))
                    demand(1 <= times <= 100000, "an exponent is out of range")
                    at += 1
                terms += inner * times
                blocks += 1
            else:
                break
        return terms, alone and blocks == 1

    before, alone = items()
    period, saltus = [], 0
    if at < len(tokens) and tokens[at] == "\\overline{":
        at += 1
        period, _ = items()
        demand(at < len(tokens) and tokens[at] == "}" and period, "the overline is not closed")
        at += 1
    elif alone or at < len(tokens) and tokens[at].startswith("(+"):
        before, period = [], before
    if at < len(tokens) and tokens[at].startswith("(+"):
        demand(not outcomes, "nothing is added to outcomes")
        saltus, at = int(tokens[at][2:-1]), at + 1
    demand(at == len(tokens) and (before or period), "the sequence is not understood")
    return before, period, saltus


def said_term(said, place):
    before, period, saltus = said
    if place < len(before):
        return before[place]
    rounds, within = divmod(place - len(before), len(period))
    return period[within] + rounds * saltus if saltus else period[within]


def check_heap(kind, lines, claim):
    unknown = set(claim) - {"game", "regular", "sequence"}
    if unknown:
        raise NotCovered(f"claims with `{sorted(unknown)[0]}`")
    demand(("regular" in claim) != ("sequence" in claim), "a claim says one thing")
    if "sequence" in claim and claim["sequence"].startswith("is "):
        raise NotCovered("fractal sequences")
    game = HeapGame(claim["game"])
    first = 0 if game.ends else 1
    numbers = None
    if claim.get("regular"):
        match = re.fullmatch(r"from (\d+) with period (\d+)(?: and saltus (\d+))?", claim["regular"])
        demand(match, "`regular` is not understood")
        numbers = int(match[1]), int(match[2]), int(match[3] or 0)
    said = notation(claim["sequence"], game.ends is not None) if "sequence" in claim else None
    if kind == "counterexample":
        demand(lines.number("case") == 0, "there is one case")
        at = lines.numbers("at")
        demand(len(at) == 1 and at[0] >= 0, "a counterexample is one heap")
        heap = at[0]
        if said:
            demand(heap >= first and (said[1] or heap - first < len(said[0])), "nothing is said of this heap")
            demand(game.computed(heap)[heap] != said_term(said, heap - first), "the claim is right there")
        else:
            demand(numbers and heap >= numbers[0], "nothing is said of this heap")
            terms = game.computed(heap + numbers[1])
            rise = 0 if game.ends else numbers[2]
            later = terms[heap] + rise if rise else terms[heap]
            demand(terms[-1] != later, "the claim is right there")
        return
    if kind != "proof":
        raise NotCovered(f"heap {kind}")
    demand(lines.number("cases") == 1, "a claim without `for` has one case")
    case = lines.field("case")
    if case == "computation":
        demand(said and not said[1], "a computation proves a list and nothing else")
        terms = game.computed(first + len(said[0]) - 1)
        demand(terms[first:] == said[0], "the terms are others")
        return
    if case != "regularity":
        raise NotCovered(f"case {case}")
    found = Regularity(lines)
    found.check(game)
    if numbers:
        demand(found.least() == numbers, f"it is regular from {found.least()}")
    if said:
        before, period, _ = said
        end = first + len(before)
        if period:
            end = max(found.preperiod, end) + found.period + len(period) + 1
        for heap in range(first, end):
            demand(found.term(heap) == said_term(said, heap - first), f"the heap {heap} has another term")


# ---------------------------------------------------------------- boards: conditions
#
# A linear expression is a dict from names to factors, the constant under the name "". A condition is a tree:
# ("<=", e) for e <= 0, ("=", e) for e = 0, ("mod", e, m, {residues}), ("and", ...), ("or", ...), ("not", c), True, False.


def plus(a, b, times=1):
    result = dict(a)
    for name, factor in b.items():
        result[name] = result.get(name, 0) + times * factor
    return result


class Condition:
    """Reads a condition; `names` says what each name stands for."""

    def __init__(self, text, names):
        self.tokens = re.findall(r"\d+|[a-z_]\w*|[A-Z]\w*|<=|>=|!=|[-+*<>=(),]|\S", text.replace("≤", "<=").replace("≥", ">="))
        self.at, self.names = 0, names

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def eat(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def read(self):
        condition = self.either()
        if self.peek() is not None:
            raise NotCovered(f"`{self.peek()}` in a condition")
        return condition

    def either(self):
        parts = [self.both()]
        while self.eat("or"):
            parts.append(self.both())
        return ("or", *parts) if len(parts) > 1 else parts[0]

    def both(self):
        parts = [self.plainly()]
        while self.eat("and"):
            parts.append(self.plainly())
        return ("and", *parts) if len(parts) > 1 else parts[0]

    def plainly(self):
        if self.eat("not"):
            return ("not", self.plainly())
        if self.eat("always"):
            return True
        if self.eat("never"):
            return False
        if self.peek() in ("odd", "even"):
            residue = 1 if self.tokens[self.at] == "odd" else 0
            self.at += 1
            if not self.eat("("):
                raise NotCovered("`odd` without parentheses")
            inner = self.linear(self.sum())
            demand(self.eat(")"), "a parenthesis is not closed")
            return ("mod", inner, 2, {residue})
        start = self.at
        if self.eat("("):
            # A condition in parentheses, or an expression.
            try:
                inner = self.either()
                if self.eat(")") and self.peek() not in ("<", "<=", "=", "!=", ">", ">=", "+", "-", "*", "mod"):
                    return inner
            except (NotCovered, Rejected):
                pass
            self.at = start
        sides, signs = [self.sum()], []
        while self.peek() in ("<", "<=", "=", "!=", ">", ">="):
            signs.append(self.tokens[self.at])
            self.at += 1
            sides.append(self.sum())
        if not signs:
            raise NotCovered(f"`{self.peek()}` in a condition")
        parts = [compared(a, sign, b) for a, sign, b in zip(sides, signs, sides[1:])]
        return ("and", *parts) if len(parts) > 1 else parts[0]

    @staticmethod
    def linear(side):
        if isinstance(side, tuple):
            raise NotCovered("`mod` within an expression")
        return side

    def sum(self):
        total = self.product()
        while self.peek() in ("+", "-"):
            sign = 1 if self.tokens[self.at] == "+" else -1
            self.at += 1
            total = plus(self.linear(total), self.linear(self.product()), sign)
        return total

    def product(self):
        left = self.factor()
        while self.peek() in ("*", "mod"):
            word = self.tokens[self.at]
            self.at += 1
            right = self.linear(self.factor())
            left = self.linear(left)
            if word == "mod":
                if set(right) - {""} or right.get("", 0) < 1:
                    raise NotCovered("`mod` by something that is not a number")
                left = (left, right[""])
            elif not set(left) - {""}:
                left = {name: factor * left.get("", 0) for name, factor in right.items()}
            elif not set(right) - {""}:
                left = {name: factor * right.get("", 0) for name, factor in left.items()}
            else:
                raise NotCovered("a product of two numbers left open")
        return left

    def factor(self):
        token = self.peek()
        self.at += 1
        if token is None:
            raise Rejected("a condition ends too early")
        if token == "(":
            inner = self.sum()
            demand(self.eat(")"), "a parenthesis is not closed")
            return inner
        if token.isdigit():
            following = self.peek()
            if following in self.names:
                self.at += 1
                return {name: int(token) * factor for name, factor in self.names[following].items()}
            return {"": int(token)}
        if token == "min" and self.tokens[self.at : self.at + 3] == ["(", "piles", ")"] and "min(piles)" in self.names:
            self.at += 3
            return self.names["min(piles)"]
        if token in self.names:
            return self.names[token]
        raise NotCovered(f"`{token}` in a condition")


def compared(a, sign, b):
    if isinstance(a, tuple) or isinstance(b, tuple):
        if isinstance(b, tuple):
            a, b = b, a
            sign = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign, sign)
        if isinstance(b, tuple) or set(b) - {""}:
            raise NotCovered("`mod` compared with something that is not a number")
        (inner, modulus), c = a, b.get("", 0)
        holds = {"<": c.__gt__, "<=": c.__ge__, ">": c.__lt__, ">=": c.__le__, "=": c.__eq__, "!=": c.__ne__}[sign]
        return ("mod", inner, modulus, {r for r in range(modulus) if holds(r)})
    difference, one = plus(a, b, -1), {"": 1}
    negated = {name: -factor for name, factor in difference.items()}
    return {
        "<=": ("<=", difference),
        "<": ("<=", plus(difference, one)),
        ">=": ("<=", negated),
        ">": ("<=", plus(negated, one)),
        "=": ("=", difference),
        "!=": ("not", ("=", difference)),
    }[sign]


# ---------------------------------------------------------------- boards: automata
#
# Automata read tuples of numbers in binary, the least significant digits first; bit i of a letter is the digit of number
# i. They are complete; trailing zeros change nothing. An automaton is a list of rows, one a state, and the set of states
# that accept; it starts in state 0.


def explored(start, letters, step, accepts, most=200000):
    places, rows, accepting = {start: 0}, [], set()
    waiting = [start]
    for state in waiting:
        if accepts(state):
            accepting.add(places[state])
        row = []
        for letter in range(letters):
            following = step(state, letter)
            if following not in places:
                places[following] = len(waiting)
                waiting.append(following)
                if len(waiting) > most:
                    raise NotCovered("an automaton grows too large")
            row.append(places[following])
        rows.append(row)
    return smallest(rows, accepting)


def smallest(rows, accepting):
    """The least automaton, by refining the classes of states that cannot be told apart."""
    classes = [int(state in accepting) for state in range(len(rows))]
    count = len(set(classes))
    while True:
        signs = {}
        refined = [signs.setdefault((classes[s], *(classes[t] for t in row)), len(signs)) for s, row in enumerate(rows)]
        if len(signs) == count:
            break
        classes, count = refined, len(signs)
    order = {}
    for state in range(len(rows)):
        order.setdefault(classes[state], (len(order), state))
    new_rows = [[order[classes[t]][0] for t in rows[state]] for _, state in sorted(order.values())]
    return new_rows, {order[classes[state]][0] for state in accepting}


def joined(first, second, letters, rule):
    (rows, yes), (others, also) = first, second
    return explored(
        (0, 0),
        letters,
        lambda state, letter: (rows[state[0]][letter], others[state[1]][letter]),
        lambda state: rule(state[0] in yes, state[1] in also),
    )


def compiled(condition, tracks):
    """The automaton of a condition on numbers with these names."""
    letters = 1 << len(tracks)
    if condition is True or condition is False:
        return [[0] * letters], ({0} if condition else set())
    word = condition[0]
    if word == "not":
        rows, yes = compiled(condition[1], tracks)
        return rows, set(range(len(rows))) - yes
    if word in ("and", "or"):
        rule = (lambda a, b: a and b) if word == "and" else (lambda a, b: a or b)
        result = compiled(condition[1], tracks)
        for part in condition[2:]:
            result = joined(result, compiled(part, tracks), letters, rule)
        return result
    linear = condition[1]
    constant = linear.get("", 0)
    factors = [linear.get(name, 0) for name in tracks]
    demand(set(linear) <= set(tracks) | {""}, "a name is not known")
    sums = [sum(f for i, f in enumerate(factors) if letter >> i & 1) for letter in range(letters)]
    if word == "mod":
        modulus, residues = condition[2], condition[3]
        return explored(
            (constant % modulus, 1 % modulus),
            letters,
            lambda state, letter: ((state[0] + state[1] * sums[letter]) % modulus, 2 * state[1] % modulus),
            lambda state: state[0] in residues,
        )
    if word == "=":
        # c + sum f x = 0: with x = 2 x' + digit, c + f digit must be even, and half of it is the new c.
        def step(state, letter):
            if state is None or (state + sums[letter]) % 2:
                return None
            return (state + sums[letter]) // 2

        return explored(constant, letters, step, lambda state: state == 0)
    # c + sum f x <= 0: half of c + f digit, rounded up.
    return explored(constant, letters, lambda state, letter: -((-state - sums[letter]) // 2), lambda state: state <= 0)


def lifted(automaton, places, tracks):
    """An automaton of fewer numbers, which are those in these places of more."""
    rows, yes = automaton
    own = [sum((letter >> place & 1) << i for i, place in enumerate(places)) for letter in range(1 << tracks)]
    return [[row[letter] for letter in own] for row in rows], yes


def without_last(automaton, tracks, kept):
    """There are numbers in the places after `kept` for which it accepts."""
    rows, yes = automaton
    many = 1 << (tracks - kept)
    # Zeros in the places kept, anything in the others.
    good = set(yes)
    while True:
        more = {s for s, row in enumerate(rows) if s not in good and any(row[m << kept] in good for m in range(many))}
        if not more:
            break
        good |= more
    return explored(
        frozenset([0]),
        1 << kept,
        lambda states, letter: frozenset(rows[s][letter | m << kept] for s in states for m in range(many)),
        lambda states: bool(states & good),
    )


def is_empty(automaton):
    return not automaton[1]


# ---------------------------------------------------------------- boards: games and claims


def game_text(expression, games):
    name = expression.strip()
    if name in games:
        return games[name]
    if not re.fullmatch(r"[a-z-]+", name):
        raise NotCovered(f"the game {name}")
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "games", name + ".game")
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        raise NotCovered(f"the game {name}") from None


class BoardGame:
    def __init__(self, text):
        """Moves: how many piles, the name of the pile if it has one, and the condition as text."""
        self.moves, self.at_most = [], None
        for line in text.split("\n"):
            words = line.strip()
            if not words or re.match(r'#|game [a-z-]+$|"|source |example ', words):
                continue
            one = re.fullmatch(r"move take k from one pile(?: ([a-z]))?(?: where (.*))?", words)
            two = re.fullmatch(r"move take k from each of two piles(?: where (.*))?", words)
            piles = re.fullmatch(r"piles (any|\d+)", words)
            if one:
                self.moves.append((1, one[1], one[2] or "always"))
            elif two:
                self.moves.append((2, None, two[1] or "always"))
            elif piles:
                self.at_most = None if piles[1] == "any" else int(piles[1])
            else:
                raise NotCovered(f"`{words}` in a game")

    def steps(self, piles):
        """The formula: from the piles x to the piles z there is a move. With x_i = d_1 + ... + d_i, and the same for z
        and e; piles that are gone are zeros in front."""
        x = [{f"d{j}": 1 for j in range(i + 1)} for i in range(piles)]
        z = [{f"e{j}": 1 for j in range(i + 1)} for i in range(piles)]
        options = []
        for gone in range(piles):
            # So many are gone: the next one is not 0.
            here = [("=", x[i]) for i in range(gone)] + [("<=", plus({"": 1}, x[gone], -1))]
            for count, name, where in self.moves:
                for taken in itertools.combinations(range(gone, piles), count):
                    rest = [i for i in range(piles) if i not in taken]
                    for left in itertools.permutations(range(piles), count):
                        stay = [j for j in range(piles) if j not in left]
                        amounts = [plus(x[i], z[j], -1) for i, j in zip(taken, left)]
                        k = amounts[0]
                        names = {"k": k, "min(piles)": x[gone]}
                        if name:
                            names[name] = x[taken[0]]
                        same = [("=", plus(x[i], z[j], -1)) for i, j in zip(rest, stay)]
                        same += [("=", plus(k, other, -1)) for other in amounts[1:]]
                        positive = ("<=", plus({"": 1}, k, -1))
                        options.append(("and", positive, Condition(where, names).read(), *here, *same))
        return ("or", *options)

    def options(self, position):
        """All positions one move away; for counterexamples."""
        found = set()
        for count, name, where in self.moves:
            for taken in itertools.combinations(range(len(position)), count):
                for k in range(1, min(position[i] for i in taken) + 1):
                    names = {"k": {"": k}, "min(piles)": {"": min(position)}}
                    if name:
                        names[name] = {"": position[taken[0]]}
                    if holds(Condition(where, names).read()):
                        after = [pile - k * (i in taken) for i, pile in enumerate(position)]
                        found.add(tuple(sorted(pile for pile in after if pile)))
        return found


def holds(condition):
    """A condition in which no number is left open."""
    if isinstance(condition, bool):
        return condition
    word, constant = condition[0], condition[1].get("", 0) if isinstance(condition[1], dict) else None
    if word == "not":
        return not holds(condition[1])
    if word in ("and", "or"):
        return (all if word == "and" else any)(holds(part) for part in condition[1:])
    if word == "mod":
        return constant % condition[2] in condition[3]
    return constant <= 0 if word == "<=" else constant == 0


def check_board(kind, lines, claim, games):
    unknown = set(claim) - {"game", "piles", "P", "N", "suppose"}
    if unknown:
        raise NotCovered(f"claims with `{sorted(unknown)[0]}`")
    if claim["game"].startswith("misere"):
        raise NotCovered("misère play")
    game = BoardGame(game_text(claim["game"], games))
    names = [name.strip() for name in claim.get("piles", "").split("<=")]
    demand(all(re.fullmatch(r"[A-Za-z]\w*", name) for name in names), "the piles have no names")
    piles = len(names)
    demand(("P" in claim) != ("N" in claim), "a claim says one thing")
    outcome = "P" if "P" in claim else "N"
    match = re.fullmatch(r"(iff|if)\s+(.*)", claim[outcome], re.S)
    demand(match, "expected `iff` or `if`")
    supposed = claim.get("suppose", "always")
    if kind == "counterexample":
        at = lines.numbers("at")
        demand(len(at) == piles and at == sorted(at) and at[0] >= 1, "this is no position of the board")
        if sum(at) > 120:
            raise NotCovered("a position so large")
        values = {name: {"": pile} for name, pile in zip(names, at)}
        values["min(piles)"] = {"": at[0]}
        demand(holds(Condition(supposed, values).read()), "nothing is supposed of this position")
        condition = holds(Condition(match[2], values).read())
        memory = {}

        def lost(position):
            if position not in memory:
                memory[position] = not any(lost(option) for option in game.options(position))
            return memory[position]

        sys.setrecursionlimit(10000)
        truly = lost(tuple(at)) == (outcome == "P")
        wrong = condition != truly if match[1] == "iff" else condition and not truly
        demand(wrong, "the claim is right there")
        return
    if kind != "automaton":
        raise NotCovered(f"board {kind}")
    if lines.field("of") != "P-positions":
        raise NotCovered("automata of nim-values")
    if lines.field("digits") != "binary":
        raise NotCovered("other digits than binary ones")
    demand(lines.number("tracks") == piles, "there must be one number a pile")
    count = lines.number("states")
    accepting = set(lines.numbers("yes"))
    rows = [lines.numbers("next") for _ in range(count)]
    demand(count >= 1 and all(len(row) == 1 << piles for row in rows), "there must be a state for every letter")
    demand(all(0 <= t < count for row in rows for t in row) and all(0 <= s < count for s in accepting), "no such state")
    demand(all((s in accepting) == (row[0] in accepting) for s, row in enumerate(rows)), "zeros change the set")
    lost = smallest(rows, accepting)
    own, after = [f"d{i}" for i in range(piles)], [f"e{i}" for i in range(piles)]
    letters, tracks = 1 << 2 * piles, 2 * piles
    to_lost = joined(
        compiled(game.steps(piles), own + after),
        lifted(lost, range(piles, tracks), tracks),
        letters,
        lambda step, there: step and there,
    )
    to_lost = without_last(to_lost, tracks, piles)
    # A position is lost if and only if no option is: all plays end, so there is one such set.
    either = joined(lost, to_lost, 1 << piles, lambda a, b: a == b)
    demand(is_empty(either), "the automaton is not that of the P-positions")
    x = [{f"d{j}": 1 for j in range(i + 1)} for i in range(piles)]
    known = dict(zip(names, x))
    known["min(piles)"] = x[0]
    spoken = ("and", ("<=", plus({"": 1}, x[0], -1)), Condition(supposed, known).read())
    stated = compiled(Condition(match[2], known).read(), own)
    truly = lost if outcome == "P" else (lost[0], set(range(len(lost[0]))) - lost[1])
    rule = (lambda a, b: a != b) if match[1] == "iff" else (lambda a, b: a and not b)
    wrong = joined(stated, truly, 1 << piles, rule)
    wrong = joined(wrong, compiled(spoken, own), 1 << piles, lambda a, b: a and b)
    demand(is_empty(wrong), "the claim does not follow")


# ---------------------------------------------------------------- all together


def check(text):
    lines = Lines(text)
    lines.exactly("sprague certificate 2")
    games = {}
    while lines.peek("game"):
        name = lines.field("game")
        demand(name not in games, "this game was given before")
        games[name] = lines.quoted()
    lines.exactly("claim")
    claim = clauses(lines.quoted())
    room, _, kind = lines.field("evidence").partition(" ")
    if room == "heap":
        if claim["game"] in games:
            raise NotCovered("sequences of a game that is not in the catalogue")
        check_heap(kind, lines, claim)
    elif room == "board":
        check_board(kind, lines, claim, games)
    else:
        raise NotCovered(f"evidence {room}")
    lines.exactly("end")
    demand(lines.at == len(lines.lines), "there is nothing more to say here")


def main(files):
    worst = 0
    for file in files:
        try:
            with open(file, encoding="utf-8") as opened:
                check(opened.read())
            verdict, code = "accepted", 0
        except (Rejected, OSError, UnicodeDecodeError) as why:
            verdict, code = f"rejected: {why}", 1
        except NotCovered as why:
            verdict, code = f"not covered: {why}", 2
        print(f"{file}: {verdict}")
        worst = code if worst == 0 else min(worst, code or worst)
    return worst


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: check_certificate.py FILE.cert...")
    sys.exit(main(sys.argv[1:]))
