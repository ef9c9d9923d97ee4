/*
 * Checks whether one order of the operations on a record explains all their responses (linearizability): each operation takes effect at one
 * moment between its request and its response. The search is that of Wing and Gong: the next operation is any that began before every other
 * remaining one had ended.
 */
import { isDeepStrictEqual } from "node:util";

export interface Seen {
  id: string;
  cells: object;
  /** When it was created or last changed. */
  time: string;
  /** Undefined if the response has no ETag. */
  tag?: string | undefined;
}

export interface Happened {
  begun: number;
  ended: number;
  what: string;
  /** The written cells, or the creation or deletion of the record; undefined for a read. */
  wrote?: "new" | "gone" | object;
  /** The record in the response; undefined if the response says that it does not exist. A deletion shows its last state. */
  seen: Omit<Seen, "id"> | undefined;
}

interface State {
  version: number;
  now: { cells: object; time: string } | undefined;
}

/** The state after the operation; undefined if it is not possible in this state. */
function after({ version, now }: State, { wrote, seen }: Happened): State | undefined {
  if (wrote === "new") return seen && version === 0 ? ifTagFits({ version: 1, now: seen }, seen) : undefined;
  if (wrote === "gone")
    return isShown(now, seen) && now ? { version: version + 1, now: undefined } : undefined;
  if (wrote === undefined) return isShown(now, seen) ? ifTagFits({ version, now }, seen) : undefined;
  if (!now || !seen || !isDeepStrictEqual(seen.cells, { ...now.cells, ...wrote })) return undefined;
  return ifTagFits({ version: version + 1, now: seen }, seen);
}

const isShown = (now: State["now"], seen: Happened["seen"]) =>
  now && seen ? isDeepStrictEqual(now.cells, seen.cells) && now.time === seen.time : now === seen;

/** The state, unless the ETag of the response has another version: an ETag counts the writes. */
const ifTagFits = (state: State, seen: Happened["seen"]) =>
  !seen?.tag || seen.tag.startsWith(`"${state.version}.`) ? state : undefined;

/** One order that explains the history; undefined if there is none. */
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
