/** Which statistic functions a kind of cell knows (`columnMeta[…].statisticFunc`). */
const filling = ["count", "empty", "filled", "percentEmpty", "percentFilled"] as const;
const text = [...filling, "unique", "percentUnique"] as const;

export const statisticsOf = {
  text,
  number: ["sum", "average", "min", "max", ...text],
  dateTime: [...text, "earliestDate", "latestDate", "dateRangeOfDays", "dateRangeOfMonths"],
  boolean: ["count", "checked", "unChecked", "percentChecked", "percentUnChecked"],
  many: filling,
  files: [...filling, "totalAttachmentSize"],
} as const;

export type StatisticFunction = (typeof statisticsOf)[keyof typeof statisticsOf][number];
