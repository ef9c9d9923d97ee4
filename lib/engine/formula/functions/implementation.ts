/* The form of the code of functions. Arguments have been converted to the kinds of the signature. */
import type { Clock } from "#lib/engine/formula/shared/cell-errors";
import type { Scalar, Value } from "#lib/engine/formula/shared/kinds";

/** `never`, so that each function can declare the kinds of its arguments. */
export type Implementation = (args: never, clock: Clock) => Value;

/** The code of a function whose arguments form one list without nulls. */
export type FlatImplementation = (list: never, clock: Clock) => Scalar;

/** Gives null if one of the first arguments is null. */
export const needs =
  <Args extends readonly Value[]>(
    count: number,
    run: (args: Args, clock: Clock) => Value,
  ): ((args: Args, clock: Clock) => Value) =>
  (args, clock) => {
    for (let i = 0; i < count; i++) if (args[i] === undefined) return undefined;
    return run(args, clock);
  };
