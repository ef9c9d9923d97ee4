/* The modes of dates in filters. They need no schema, so the app in the browser reads them too. */

/** Modes of date values for the operator isWithIn only: a range of days before or after today. */
export const stretchModes = [
  ...(["pastWeek", "pastMonth", "pastYear", "nextWeek", "nextMonth", "nextYear"] as const),
  ...(["pastNumberOfDays", "nextNumberOfDays"] as const),
] as const;
/** Modes of date values for all other operators. */
export const dayModes = [
  ...(["today", "tomorrow", "yesterday", "oneWeekAgo", "oneWeekFromNow"] as const),
  ...(["oneMonthAgo", "oneMonthFromNow", "currentWeek", "currentMonth", "currentYear"] as const),
  ...(["lastWeek", "lastMonth", "lastYear", "nextWeekPeriod", "nextMonthPeriod", "nextYearPeriod"] as const),
  ...(["daysAgo", "daysFromNow", "exactDate", "exactFormatDate"] as const),
] as const;
/** The members that some modes need. */
export const companions = {
  numberOfDays: ["daysAgo", "daysFromNow", "pastNumberOfDays", "nextNumberOfDays"],
  exactDate: ["exactDate", "exactFormatDate"],
} as const;
