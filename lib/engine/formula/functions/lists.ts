/* Functions of lists and booleans. */
import { joinTexts, tidyNumber } from "#lib/engine/formula/shared/cell-errors";
import type { Scalar } from "#lib/engine/formula/shared/kinds";
import type { FlatImplementation, Implementation } from "./implementation.ts";

export const listFunctions: Record<string, Implementation> = {
  COUNTALL: ([list]: [unknown[]]) => list.length,
  ARRAY_JOIN: ([list, separator = ", "]: [(string | undefined)[], string | undefined], clock) =>
    joinTexts(list, separator, clock),
  ARRAY_UNIQUE: ([list]: [Scalar[]]) => [
    ...new Set(list.map((value) => (typeof value === "number" ? tidyNumber(value) : value))),
  ],
  ARRAY_FLATTEN: ([list]: [string[]]) => list,
  ARRAY_COMPACT: ([list]: [(string | undefined)[]]) => list.filter((value) => value !== undefined),
  NOT: ([value]: [boolean | undefined]) => !value,
};

export const flatListFunctions: Record<string, FlatImplementation> = {
  COUNTA: (list: unknown[]) => list.length,
  COUNT: (list: unknown[]) => list.length,
};

/** Nulls are not left out here: they count as FALSE. */
export const truthFunctions: Record<string, FlatImplementation> = {
  AND: (list: unknown[]) => list.length > 0 && list.every(Boolean),
  OR: (list: unknown[]) => list.some(Boolean),
  XOR: (list: unknown[]) => list.filter(Boolean).length % 2 === 1,
};
