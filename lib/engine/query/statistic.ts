/* Statistics of a field's cells, computed in one pass over the records. */

import type { MakeAggregator } from "#lib/engine/aggregators/aggregator";
import { days, max, min, months } from "#lib/engine/aggregators/extremes";
import {
  count,
  empty,
  filled,
  percentEmpty,
  percentFilled,
  percentUnique,
  unique,
} from "#lib/engine/aggregators/filling";
import { average, sum, totalAttachmentSize } from "#lib/engine/aggregators/numbers";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { StatisticFunction } from "#lib/engine/field-types/shared/statistics";
import type { Field } from "#lib/engine/fields/field";

const aggregators: Record<StatisticFunction, { make: MakeAggregator }["make"]> = {
  count,
  filled,
  empty,
  percentFilled,
  percentEmpty,
  unique,
  percentUnique,
  sum,
  average,
  min,
  max,
  totalAttachmentSize,
  earliestDate: min,
  latestDate: max,
  dateRangeOfDays: days,
  dateRangeOfMonths: months,
  checked: filled,
  unChecked: empty,
  percentChecked: percentFilled,
  percentUnChecked: percentEmpty,
};

export interface Statistic {
  add(record: StoredRecord): void;
  /** For no records: 0 for counts and sums, else null. */
  value(): number | string | null;
}

/** Makes a statistic. The field must have this function (`statisticFault`). */
export function makeStatistic(name: StatisticFunction, field: Field, context: CellContext): Statistic {
  const comparator = comparatorOf(field, context);
  const { add, value } = aggregators[name](comparator, field);
  return { add: (record) => add(comparator.cellOf(record)), value };
}
