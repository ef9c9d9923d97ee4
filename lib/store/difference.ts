/*
 * The difference between two states of an item: by attribute, and by member where an attribute is a map in both states. With it an
 * intent holds both the old and the new state of an item in little more space than the old state alone.
 */
import { isDeepStrictEqual } from "node:util";

type Members = { [name: string]: unknown };

export interface Difference {
  /** New and changed attributes. */
  set?: Members;
  /** Names of removed attributes. */
  gone?: string[];
  /** Differences of maps by member. Maps inside maps are replaced as a whole, because DynamoDB limits the depth of nesting. */
  within?: { [name: string]: Difference };
}

/** What changes from `before` to `after`. An `undefined` attribute counts as missing. */
export function findDifference(before: Members, after: Members, isWithin = false): Difference {
  const [oldMembers, newMembers] = [definedMembers(before), definedMembers(after)];
  const gone = [...oldMembers.keys()].filter((name) => !newMembers.has(name));
  const set: [string, unknown][] = [];
  const within: [string, Difference][] = [];
  for (const [name, value] of newMembers) {
    const old = oldMembers.get(name);
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

const definedMembers = (members: Members) =>
  new Map(Object.entries(members).filter(([, value]) => value !== undefined));

/** The new state: `before` with the difference applied. */
export function applyDifference(before: Members, { set = {}, gone = [], within = {} }: Difference): Members {
  const after = new Map(Object.entries(before).filter(([name]) => !gone.includes(name)));
  for (const [name, value] of Object.entries(set)) after.set(name, value);
  for (const [name, difference] of Object.entries(within))
    after.set(name, applyDifference((after.get(name) ?? {}) as Members, difference));
  // fromEntries defines properties, so that a member may be named __proto__
  return Object.fromEntries(after);
}

const isMap = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
