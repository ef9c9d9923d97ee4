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
export function differenceOf(before: Members, after: Members, isWithin = false): Difference {
  const names = Object.keys(after).filter((name) => after[name] !== undefined);
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const entered = isWithin ? [] : changed.filter((name) => isMap(before[name]) && isMap(after[name]));
  const set = changed.filter((name) => !entered.includes(name));
  const gone = Object.keys(before).filter((name) => before[name] !== undefined && after[name] === undefined);
  return {
    ...(set.length > 0 && { set: Object.fromEntries(set.map((name) => [name, after[name]])) }),
    ...(gone.length > 0 && { gone }),
    ...(entered.length > 0 && {
      within: Object.fromEntries(
        entered.map((name) => [name, differenceOf(before[name] as Members, after[name] as Members, true)]),
      ),
    }),
  };
}

/** What was `before`, as it is to be. */
export function withDifference(before: Members, { set = {}, gone = [], within = {} }: Difference): Members {
  const entered = Object.entries(within).map(([name, difference]) => [
    name,
    withDifference((before[name] ?? {}) as Members, difference),
  ]);
  const left = Object.entries(before).filter(([name]) => !gone.includes(name));
  // fromEntries defines each name, so that one may be __proto__
  return Object.fromEntries([...left, ...Object.entries(set), ...entered]);
}

const isMap = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
