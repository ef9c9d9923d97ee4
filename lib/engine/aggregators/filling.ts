/* How many cells are filled. A box that is not checked counts as empty here, so that the checked ones are the filled ones. */
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

/** 0 to 100; of no records 0. */
const percent = (part: number, all: number) => (all === 0 ? 0 : (part / all) * 100);

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

/** Different values: empty cells have none. */
export const unique = distinct((different) => different);
export const percentUnique = distinct(percent);
