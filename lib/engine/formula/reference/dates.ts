import { type FunctionGroup, type FunctionWords, say } from "./words.ts";

/** A function whose result depends on when the example runs: it has a note instead of examples. */
const noted = (call: string, does: string, note: string): FunctionWords => ({
  call,
  does,
  examples: [],
  note,
});

export const dateWords: FunctionGroup = {
  title: "Dates",
  words:
    "Everything is counted in the time zone of the formula. Units: millisecond (ms), second (s), minute (m), hour (h), day (d), week (w), month (M), quarter (Q), year (y); words in any case, also with s. Up to hours is elapsed time. Days and longer are steps of the calendar, which keep the time of day; where clocks skip midnight, the beginning of a day counts as midnight.",
  functions: [
    noted("TODAY()", "The beginning of today.", "Evaluated at each read."),
    noted("NOW()", "This instant, the same for the whole request.", "Evaluated at each read."),
    say(
      "DATE_ADD(date, count, unit)",
      "A date so many units later. Months stop at the end of the month.",
      ['DATE_ADD("2024-01-31", 1, "month")', "2024-02-29T00:00:00.000Z"],
      ['DATE_ADD({d}, -1, "week")', "2024-03-23T12:00:00.000Z"],
    ),
    say(
      "DATETIME_DIFF(date, other, [unit], [float])",
      "How many units the date is later than the other; days unless there is a unit. Whole units, unless float is true.",
      ['DATETIME_DIFF("2024-04-01", "2024-03-31")', 1],
      ['DATETIME_DIFF("2024-03-15", "2024-01-31", "month")', 1],
      ['DATETIME_DIFF("2024-01-01 12:00", "2024-01-01", "day", TRUE)', 0.5],
    ),
    noted(
      "FROMNOW(date, [unit])",
      "Whole units between the date and now, never negative.",
      "Evaluated at each read.",
    ),
    noted("TONOW(date, [unit])", "The same as FROMNOW.", "Evaluated at each read."),
    say(
      "WORKDAY(date, count, [holidays])",
      "The date so many working days (Monday to Friday) later. Holidays are a list, or text with dates and commas.",
      ['WORKDAY("2024-03-28", 1)', "2024-03-29T00:00:00.000Z"],
      ['WORKDAY("2024-03-28", 1, "2024-03-29, 2024-04-01")', "2024-04-02T00:00:00.000Z"],
    ),
    say(
      "WORKDAY_DIFF(date, other, [holidays])",
      "Working days from one date to the other. Both are counted.",
      ['WORKDAY_DIFF("2024-03-28", "2024-04-02")', 4],
      ['WORKDAY_DIFF("2024-03-30", "2024-03-31")', 0],
    ),
    say(
      "DATETIME_PARSE(text, [pattern])",
      "The date that the text says in this pattern. Without one, text is read as a date cell reads it.",
      ['DATETIME_PARSE("5.3.2024", "D.M.YYYY")', "2024-03-05T00:00:00.000Z"],
      ['DATETIME_PARSE("soon")', null],
    ),
    say(
      "DATETIME_FORMAT(date, [pattern])",
      "The date as text. Tokens: YYYY YY Q Qo M Mo MM MMM MMMM D Do DD DDD DDDD (day of the year) d do dd ddd dddd e E (weekday) w wo ww W Wo WW (week) gg gggg GG GGGG (its year) H HH h hh k kk m mm s ss S to SSSSSSSSS A a Z ZZ X x (seconds, milliseconds since 1970), and the forms L LL LLL LLLL l ll lll llll LT LTS. Other text stands in []; unknown letters are refused.",
      ['DATETIME_FORMAT({d}, "D MMM YY, h:mm a")', "30 Mar 24, 12:00 pm"],
      ["DATETIME_FORMAT({d})", "2024-03-30 12:00"],
    ),
    say("DATESTR(date)", "The day as YYYY-MM-DD.", ["DATESTR({d})", "2024-03-30"]),
    say("TIMESTR(date)", "The time as HH:mm:ss.", ["TIMESTR({d})", "12:00:00"]),
    say("YEAR(date)", "The year.", ['YEAR("2023-12-31T23:30:00.000Z")', 2023]),
    say("MONTH(date)", "The month, 1 to 12.", ["MONTH({d})", 3]),
    say("DAY(date)", "The day of the month.", ["DAY({d})", 30]),
    say("HOUR(date)", "The hour, 0 to 23.", ["HOUR({d})", 12]),
    say("MINUTE(date)", "The minute.", ['MINUTE("2024-03-30 12:34")', 34]),
    say("SECOND(date)", "The second.", ['SECOND("2024-03-30 12:34:56")', 56]),
    say(
      "WEEKDAY(date, [start])",
      'The day of the week: 0 is Sunday, or Monday if start is "monday".',
      ["WEEKDAY({d})", 6],
      ['WEEKDAY({d}, "monday")', 5],
    ),
    say(
      "WEEKNUM(date)",
      "The week of the year. Weeks begin on Sunday, and week 1 has 1 January.",
      ['WEEKNUM("2024-01-06")', 1],
      ['WEEKNUM("2024-01-07")', 2],
    ),
    say(
      "IS_SAME(date, other, [unit])",
      "Whether both are in the same unit; the same day unless there is a unit.",
      ['IS_SAME({d}, "2024-03-30 23:00")', true],
      ['IS_SAME({d}, "2024-03-01", "month")', true],
    ),
    say(
      "IS_AFTER(date, other, [unit])",
      "Whether the date is in a later unit.",
      ['IS_AFTER({d}, "2024-03-29")', true],
      ['IS_AFTER({d}, "2024-03-30")', null],
    ),
    say(
      "IS_BEFORE(date, other, [unit])",
      "Whether the date is in an earlier unit.",
      ['IS_BEFORE({d}, "2024-04-01")', true],
      ['IS_BEFORE({d}, "2024-04-01", "year")', null],
    ),
    say("CREATED_TIME()", "When the record was created.", ["CREATED_TIME()", "2024-01-01T00:00:00.000Z"]),
    say("LAST_MODIFIED_TIME()", "When a person last changed the record; empty before that.", [
      "LAST_MODIFIED_TIME()",
      null,
    ]),
  ],
};
