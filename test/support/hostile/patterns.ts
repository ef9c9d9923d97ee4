/*
 * Whether a regular expression takes time in proportion to its text, in the worst case. It becomes an automaton whose states are the places
 * of its characters. A search goes back over a text again and again where one text leads from a loop to itself, from there to a later loop,
 * and around that one, and what comes after the later loop can fail: `\s+$`, `\d*\d*x`, `<[^>]*>`. Two ways around one loop are worse: `(a+)+b`.
 * A search that may begin anywhere is a loop over any character before the expression.
 */

/** The characters that tell classes apart, one bit each. */
const samples = [
  ...Array.from({ length: 0x180 }, (_, code) => code),
  ...[
    0x391, 0x661, 0x1680, 0x200b, 0x2028, 0x202f, 0x212a, 0x2212, 0x3000, 0x4e00, 0xd800, 0xdc00, 0xfeff,
    0xff0b,
  ],
].map((code) => String.fromCharCode(code));
const anything = (1n << BigInt(samples.length)) - 1n;
const lineEnd = 1n << 10n;

type Node =
  | { kind: "character"; set: bigint }
  | { kind: "all" | "any"; parts: Node[] }
  | { kind: "repeat"; part: Node; least: number; most: number }
  /** Takes no characters; what is in it is read from here too. */
  | { kind: "check"; part: Node }
  | { kind: "begin" };

const nothing: Node = { kind: "all", parts: [] };

function parse(source: string, flags: string): Node {
  let at = 0;
  const setFlags = flags.replace(/[gymd]/g, "");
  const sets = new Map<string, bigint>();
  const setOf = (text: string): Node => {
    let set = sets.get(text);
    if (set === undefined) {
      const test = new RegExp(
        `^${text}$`,
        setFlags.includes("v")
          ? setFlags
          : setFlags.replace("u", "") + (text.includes("\\p") || setFlags.includes("u") ? "u" : ""),
      );
      set = samples.reduce((sum, each, i) => (test.test(each) ? sum | (1n << BigInt(i)) : sum), 0n);
      sets.set(text, set);
    }
    return { kind: "character", set };
  };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const sticky = new RegExp(pattern.source, "ys");
    sticky.lastIndex = at;
    const found = sticky.exec(source);
    if (found) at = sticky.lastIndex;
    return found;
  };

  const choices = (): Node => {
    const parts = [sequence()];
    while (take(/\|/)) parts.push(sequence());
    return parts.length === 1 && parts[0] ? parts[0] : { kind: "any", parts };
  };
  const sequence = (): Node => {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(repeated(one()));
    return { kind: "all", parts };
  };
  const repeated = (part: Node): Node => {
    const found = take(/([*+?])\??|\{(\d+)(,?)(\d*)\}\??/);
    if (!found) return part;
    const [, sign, least, comma, most] = found;
    if (sign) return { kind: "repeat", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    return {
      kind: "repeat",
      part,
      least: Number(least),
      most: !comma ? Number(least) : most ? Number(most) : Infinity,
    };
  };
  const one = (): Node => {
    if (take(/\^/)) return { kind: "begin" };
    if (take(/\$|\\[bB]/)) return { kind: "check", part: nothing };
    const open = take(/\((\?(?:<?[=!]|<\w+>|:))?/);
    if (open) {
      const part = choices();
      take(/\)/);
      return /^\?<?[=!]/.test(open[1] ?? "") ? { kind: "check", part } : part;
    }
    const reference = take(/\\(?:[1-9]|k<\w+>)/);
    if (reference) return { kind: "character", set: anything };
    const found = take(
      /\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\x[\da-f]{2}|\\u\{[\da-f]+\}|\\u[\dA-Fa-f]{4}|\\c[A-Z]|\\.|./,
    );
    return setOf(found?.[0] ?? "");
  };
  return choices();
}

interface Automaton {
  sets: bigint[];
  /** From each place, the places that may follow, each as often as there are ways. */
  next: number[][];
  /** Places after which the expression has matched, whatever follows. */
  done: Set<number>;
}

interface Built {
  first: number[];
  last: number[];
  /** Places after which this part is done without any check. */
  sure: number[];
  isNullable: boolean;
  /** Nullable without any check. */
  isSurelyNullable: boolean;
}

/** Bounded repetitions are written out, but no more often than this: more copies find no other loops. */
const copies = 4;

function build(node: Node, isAtBegin: boolean): { built: Built; automaton: Automaton } {
  const sets: bigint[] = [];
  const next: number[][] = [];
  const connect = (from: number[], to: number[]) => {
    for (const each of from) next[each]?.push(...to);
  };
  const empty: Built = { first: [], last: [], sure: [], isNullable: true, isSurelyNullable: true };
  const then = (a: Built, b: Built): Built => {
    connect(a.last, b.first);
    return {
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
      sure: b.isSurelyNullable ? [...a.sure, ...b.sure] : b.sure,
      isNullable: a.isNullable && b.isNullable,
      isSurelyNullable: a.isSurelyNullable && b.isSurelyNullable,
    };
  };
  const of = (node: Node): Built => {
    switch (node.kind) {
      case "character": {
        const place = sets.push(node.set) - 1;
        next.push([]);
        return { first: [place], last: [place], sure: [place], isNullable: false, isSurelyNullable: false };
      }
      case "begin":
        return { ...empty, isNullable: isAtBegin, isSurelyNullable: false };
      case "check":
        return { ...empty, first: of(node.part).first, isSurelyNullable: false };
      case "all":
        return node.parts.map(of).reduce(then, empty);
      case "any": {
        const parts = node.parts.map(of);
        return {
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
          sure: parts.flatMap(({ sure }) => sure),
          isNullable: parts.some(({ isNullable }) => isNullable),
          isSurelyNullable: parts.some(({ isSurelyNullable }) => isSurelyNullable),
        };
      }
      case "repeat": {
        const { part, least, most } = node;
        const optional = (built: Built): Built => ({ ...built, isNullable: true, isSurelyNullable: true });
        if (most === Infinity) {
          let all = empty;
          for (let i = 1; i < Math.min(least, copies); i++) all = then(all, of(part));
          const loop = of(part);
          connect(loop.last, loop.first);
          return then(all, least === 0 ? optional(loop) : loop);
        }
        let all = empty;
        const needed = Math.min(least, copies);
        for (let i = 0; i < needed; i++) all = then(all, of(part));
        for (let i = 0; i < Math.min(most - least, copies - 1); i++) all = then(all, optional(of(part)));
        return all;
      }
    }
  };
  const built = of(node);
  return { built, automaton: { sets, next, done: new Set(built.sure) } };
}

/** The automata of the searches that begin at the first character, elsewhere, and behind a line end. */
function automataOf(source: string, flags: string): Automaton[] {
  const node = parse(source, flags);
  const here = build(node, true).automaton;
  if (flags.includes("y")) return [here];
  const before = (isAtBegin: boolean, isBehindLine: boolean): Automaton => {
    const { built, automaton } = build(node, isAtBegin);
    const any = automaton.sets.push(anything) - 1;
    automaton.next.push([any]);
    if (!isBehindLine) automaton.next[any]?.push(...built.first);
    else {
      const line = automaton.sets.push(lineEnd) - 1;
      automaton.next.push([...built.first]);
      automaton.next[any]?.push(line);
    }
    return automaton;
  };
  return [here, before(false, false), ...(flags.includes("m") ? [before(true, true)] : [])];
}

/** Which places are on one loop: the number of the loop for each place, undefined for a place on none. */
function loopsOf({ next }: Automaton): (number | undefined)[] {
  const reached = next.map((_, from) => reachable([from], (place) => next[place] ?? []));
  return next.map((_, place) => {
    if (!reached[place]?.has(place)) return undefined;
    return next.findIndex((_, other) => reached[place]?.has(other) && reached[other]?.has(place));
  });
}

/** What is reached by one step or more. */
function reachable<T extends number | string>(from: T[], nextOf: (at: T) => T[]): Set<T> {
  const found = new Set<T>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const each of nextOf(at))
      if (!found.has(each)) {
        found.add(each);
        open.push(each);
      }
  return found;
}

function isSlow(automaton: Automaton): boolean {
  const { sets, next, done } = automaton;
  const loops = loopsOf(automaton);
  const meet = (...places: number[]) =>
    places.reduce((sum, each) => sum & (sets[each] ?? 0n), anything) !== 0n;
  const on = (loop: number | undefined) => (place: number) => loops[place] === loop;
  for (const [p, loop] of loops.entries()) {
    if (loop === undefined) continue;
    const inside = (next[p] ?? []).filter(on(loop));
    if (!done.has(p)) {
      // two ways from here to the same place
      if (new Set(inside).size < inside.length) return true;
      // two ways that part and meet again
      const pairs = (at: string) => {
        const [a = 0, b = 0] = at.split(",").map(Number);
        const ways: string[] = [];
        for (const x of (next[a] ?? []).filter(on(loop)))
          for (const y of (next[b] ?? []).filter(on(loop))) if (meet(x, y)) ways.push(`${x},${y}`);
        return ways;
      };
      for (const at of reachable([`${p},${p}`], pairs)) {
        const [a, b] = at.split(",");
        if (a !== b && reachable([at], pairs).has(`${p},${p}`)) return true;
      }
    }
    for (const [q, later] of loops.entries()) {
      if (later === undefined || later === loop || done.has(q)) continue;
      const triples = (at: string) => {
        const [a = 0, b = 0, c = 0] = at.split(",").map(Number);
        const ways: string[] = [];
        for (const x of (next[a] ?? []).filter(on(loop)))
          for (const z of (next[c] ?? []).filter(on(later)))
            if (meet(x, z)) for (const y of next[b] ?? []) if (meet(x, y, z)) ways.push(`${x},${y},${z}`);
        return ways;
      };
      if (reachable([`${p},${p},${q}`], triples).has(`${p},${q},${q}`)) return true;
    }
  }
  return false;
}

/** Whether some text takes more than its length in time. */
export const isSuperLinear = (source: string, flags: string): boolean =>
  automataOf(source, flags).some(isSlow);
