/*
 * What of an item is to be another: by attribute, and where an attribute is a map before and after, by its members. So an intent
 * holds an item as it was and as it will be in little more than what it was.
 */
import { isDeepStrictEqual } from "node:util";

type Members = { [name: string]: unknown };

export interface Difference {
  set?: Members;
  gone?: string[];
  /** Of maps; not of maps in them, as the store has an end to how deep things lie. */
  within?: { [name: string]: Difference };
}

/** Undefined is what is not there. */
export function findDifference(before: Members, after: Members, isWithin = false): Difference {
  const [was, is] = [known(before), known(after)];
  const gone = [...was.keys()].filter((name) => !is.has(name));
  const set: [string, unknown][] = [];
  const within: [string, Difference][] = [];
  for (const [name, value] of is) {
    const old = was.get(name);
    if (isDeepStrictEqual(old, value)) continue;
    if (!isWithin && isMap(old) && isMap(value)) within.push([name, findDifference(old, value, true)]);
    else set.push([name, value]);
  }
  return {
    ...(set.length > 0 && { set: Object.fromEntries(set) }),
    ...(gone.length > 0 && { gone }),
    ...(within.length > 0 && { within: Object.fromEntries(within) }),
  };
}

const known = (members: Members) =>
  new Map(Object.entries(members).filter(([, value]) => value !== undefined));

/** What was `before`, as it is to be. */
export function applyDifference(before: Members, { set = {}, gone = [], within = {} }: Difference): Members {
  const left = new Map(Object.entries(before).filter(([name]) => !gone.includes(name)));
  for (const [name, value] of Object.entries(set)) left.set(name, value);
  for (const [name, difference] of Object.entries(within))
    left.set(name, applyDifference((left.get(name) ?? {}) as Members, difference));
  // defines each name, so that one may be __proto__
  return Object.fromEntries(left);
}

const isMap = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
