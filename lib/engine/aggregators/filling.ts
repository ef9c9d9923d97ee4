/* Counts filled cells. An unchecked checkbox counts as empty here, so that the filled ones are the checked ones. */
import { fifteenDigits } from "#lib/engine/values/decimals";
import type { MakeAggregator } from "./aggregator.ts";
import { DistinctValues } from "./distinct-values.ts";

const counting =
  (result: (all: number, filled: number) => number): MakeAggregator =>
  () => {
    let [all, filled] = [0, 0];
    return {
      add(cell) {
        all++;
        if (cell !== undefined && cell !== false) filled++;
      },
      value: () => result(all, filled),
    };
  };

/** A percentage from 0 to 100; 0 if there are no records. */
const percent = (part: number, all: number) => (all === 0 ? 0 : fifteenDigits((part * 100) / all));

export const count = counting((all) => all);
export const filled = counting((_, filled) => filled);
export const empty = counting((all, filled) => all - filled);
export const percentFilled = counting((all, filled) => percent(filled, all));
export const percentEmpty = counting((all, filled) => percent(all - filled, all));

const distinct =
  (result: (different: number, all: number) => number): MakeAggregator =>
  ({ identity }) => {
    const values = new DistinctValues();
    let all = 0;
    return {
      add(cell) {
        all++;
        if (cell !== undefined) values.add(identity(cell));
      },
      value: () => result(values.size, all),
    };
  };

/** Distinct values; empty cells have no value. */
export const unique = distinct((different) => different);
export const percentUnique = distinct(percent);
