/*
 * Whether what many clients saw of one record is explained by one order of what they did: each does what it does at one moment
 * between its request and its answer. Looked for by trying (Wing and Gong): next may come whatever had not to wait for another's end.
 */
import { isDeepStrictEqual } from "node:util";

export interface Seen {
  id: string;
  cells: object;
  /** When it was changed last, or made. */
  time: string;
  /** Where it was told. */
  tag?: string | undefined;
}

export interface Happened {
  begun: number;
  ended: number;
  what: string;
  /** What a write made of the cells before it; nothing for those who only read. */
  wrote?: "new" | "gone" | object;
  /** The record as the answer shows it; nothing where the answer says that there is none. A delete shows it as it was. */
  seen: Omit<Seen, "id"> | undefined;
}

interface State {
  version: number;
  now: { cells: object; time: string } | undefined;
}

/** The state after it, if it can have happened in this one. */
function after({ version, now }: State, { wrote, seen }: Happened): State | undefined {
  if (wrote === "new") return seen && version === 0 ? told({ version: 1, now: seen }, seen) : undefined;
  if (wrote === "gone")
    return isShown(now, seen) && now ? { version: version + 1, now: undefined } : undefined;
  if (wrote === undefined) return isShown(now, seen) ? told({ version, now }, seen) : undefined;
  if (!now || !seen || !isDeepStrictEqual(seen.cells, { ...now.cells, ...wrote })) return undefined;
  return told({ version: version + 1, now: seen }, seen);
}

const isShown = (now: State["now"], seen: Happened["seen"]) =>
  now && seen ? isDeepStrictEqual(now.cells, seen.cells) && now.time === seen.time : now === seen;

/** A tag counts the writes. */
const told = (state: State, seen: Happened["seen"]) =>
  !seen?.tag || seen.tag.startsWith(`"${state.version}.`) ? state : undefined;

/** One order that explains it, or nothing. */
export function explain(history: Happened[]): Happened[] | undefined {
  const all = history.toSorted((a, b) => a.begun - b.begun);
  const tried = new Set<string>();
  function search(rest: Happened[], state: State, order: Happened[]): Happened[] | undefined {
    if (rest.length === 0) return order;
    const tries = `${rest.map((each) => all.indexOf(each))} ${JSON.stringify(state)}`;
    if (tried.has(tries)) return undefined;
    tried.add(tries);
    const soonest = Math.min(...rest.map(({ ended }) => ended));
    for (const each of rest) {
      if (each.begun > soonest) break;
      const next = after(state, each);
      const found =
        next &&
        search(
          rest.filter((other) => other !== each),
          next,
          [...order, each],
        );
      if (found) return found;
    }
    return undefined;
  }
  return search(all, { version: 0, now: undefined }, []);
}
