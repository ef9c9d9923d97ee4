/* The words of the statistics below a grid. */
import type { StatisticFunction } from "#lib/engine/field-types/shared/statistics";

export const summaryTexts = {
  bar: "Statistics",
  none: "None",
  /** What a screen reader says of a statistic, or of a column without one. */
  nameOf: (field: string, statistic: string) => `Statistic of ${field}: ${statistic}`,
  unknown: "–",
  days: (count: number) => `${count} ${count === 1 ? "day" : "days"}`,
  months: (count: number) => `${count} ${count === 1 ? "month" : "months"}`,
  statistics: {
    count: "Count",
    empty: "Empty",
    filled: "Filled",
    percentEmpty: "Empty, in percent",
    percentFilled: "Filled, in percent",
    unique: "Unique",
    percentUnique: "Unique, in percent",
    sum: "Sum",
    average: "Average",
    min: "Smallest",
    max: "Largest",
    earliestDate: "Earliest",
    latestDate: "Latest",
    dateRangeOfDays: "Range in days",
    dateRangeOfMonths: "Range in months",
    checked: "Checked",
    unChecked: "Not checked",
    percentChecked: "Checked, in percent",
    percentUnChecked: "Not checked, in percent",
    totalAttachmentSize: "Size of files",
  } satisfies Record<StatisticFunction, string>,
} as const;
