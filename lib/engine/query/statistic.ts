/* What is to be known of a field's cells altogether, counted up while the records go by. */

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
import type { StoredRecord } from "#lib/engine/cells/present";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { StatisticFunction } from "#lib/engine/field-types/shared/statistics";
import type { Field } from "#lib/engine/fields/field";

const counters: Record<StatisticFunction, { make: MakeAggregator }["make"]> = {
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
  /** Of no records: 0 of what counts and adds up, else null. */
  value(): number | string | null;
}

/** Of a function that the field knows. */
export function makeStatistic(name: StatisticFunction, field: Field, context: CellContext): Statistic {
  const reading = comparatorOf(field, context);
  const { add, value } = counters[name](reading, field);
  return { add: (record) => add(reading.cellOf(record)), value };
}
