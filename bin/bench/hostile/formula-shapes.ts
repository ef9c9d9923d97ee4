/* Formulas that have been slow, or would be slow if they were not charged for their work; and similar ones. */

/** A text of 100,000 characters, and one of one character. */
export const [text, short] = ["fldHostileText00000", "fldHostileShort0000"];

const [t, s] = [`{${text}}`, `{${short}}`];

/** Puts `around` around a formula, this many times. */
const nested = (times: number, inner: string, around: (inner: string) => string): string => {
  let made = inner;
  for (let i = 0; i < times; i++) made = around(made);
  return made;
};
/** The sum of a formula with itself, as often as it fits into the longest formula. */
const sumOf = (one: string): string =>
  `SUM(${Array(Math.floor(9900 / (one.length + 2)))
    .fill(one)
    .join(", ")})`;
/** The number of times that a formula fails, out of as many as fit. Each error is caught. */
const caught = (one: string): string => sumOf(`IF(IS_ERROR(${one}), 1, 0)`);
const compared = (one: string): string => sumOf(`IF(${one}, 1, 0)`);

export const shapes: Record<string, string> = {
  "SUBSTITUTE that doubles, 60 steps": nested(60, s, (made) => `SUBSTITUTE(${made}, "a", "aa")`),
  "SUBSTITUTE over long texts": nested(
    48,
    t,
    (made) => `SUBSTITUTE(SUBSTITUTE(${made}, "a", "b"), "b", "a")`,
  ),
  "SUBSTITUTE that finds nothing": nested(90, t, (made) => `SUBSTITUTE(${made}, "aaaaaaab", "b")`),
  "SUBSTITUTE of one place": nested(90, t, (made) => `SUBSTITUTE(${made}, "a", "b", 50000)`),
  "SUBSTITUTE that becomes too long": caught(`SUBSTITUTE(${t}, "a", "aaa")`),
  "texts joined that become too long": caught(`CONCATENATE(${t}, ${t}, ${t})`),
  REPT: sumOf(`LEN(REPT(${s}, 90000))`),
  "REPT that is looked at": sumOf(`FIND("b", REPT(${s}, 90000))`),
  "REPT of other characters": sumOf(`LEN(LEFT(REPT("💥", 49000), 40000))`),
  "nested CONCATENATE": nested(90, s, (made) => `CONCATENATE(${made}, LEFT(${t}, 1000))`),
  "long texts joined and looked at": sumOf(`FIND("b", LEFT(${t}, 50000) & RIGHT(${t}, 49000))`),
  ARRAYJOIN: sumOf(`LEN(ARRAY_JOIN(${t}, LEFT(${t}, 30000)))`),
  "REGEXP_REPLACE of long texts": sumOf(`LEN(REGEXP_REPLACE(${t}, "(a|b|ab)*c", "x"))`),
  "REGEXP_REPLACE of each character": sumOf(`LEN(REGEXP_REPLACE(${t}, "a", "b"))`),
  "REGEXP_REPLACE with groups": sumOf(`LEN(REGEXP_REPLACE(${t}, "(a)(a)(a)", "$3$2$1"))`),
  "REGEXP_REPLACE with many states": `REGEXP_REPLACE(LEFT(${t}, 3000), "${"(a?){30}".repeat(20)}z", "b")`,
  "REGEXP_REPLACE of short texts": sumOf(`LEN(REGEXP_REPLACE(${s}, "^a(b|c)*$", "b"))`),
  "FIND of long texts": sumOf(`FIND(LEFT(${t}, 40000) & "b", ${t})`),
  "long texts in order": compared(`${t} & "" < LEFT(${t}, 90000) & "c"`),
  "long texts that are equal": compared(`LEFT(${t}, 90000) & "b" = LEFT(${t}, 90000) & "b"`),
  "long texts as dates": caught(`YEAR(${t})`),
  "long texts as numbers": caught(`VALUE(${t})`),
  "long texts as truth": compared(`AND(REPT(" ", 90000))`),
  ENCODE_URL_COMPONENT: sumOf(`LEN(ENCODE_URL_COMPONENT(REPT("é", 16000)))`),
  "upper and lower case": nested(45, t, (made) => `LOWER(UPPER(${made}))`),
  "white space": nested(30, t, (made) => `TRIM(" " & LEFT(${made}, 90000))`),
  "zones before 1973": sumOf(`DATETIME_DIFF(DATE_ADD("1900-01-01", LEN(${s}), "day"), "1950-01-01", "day")`),
  "days before 1973": sumOf(`DAY(DATE_ADD("1600-01-01", LEN(${s}), "month"))`),
  "dates that are shown": sumOf(
    `LEN(DATETIME_FORMAT(DATE_ADD("1600-01-01", LEN(${s}), "month"), "${"YYYY-MM-DD HH:mm ".repeat(3)}"))`,
  ),
  "days of work": sumOf(`WORKDAY_DIFF("0100-01-01", "0370-01-01")`),
  "numbers that are rounded": sumOf(`ROUND(LEN(${s}) / 3, 2)`),
  "remainders of large numbers": sumOf(`MOD(1e100 + LEN(${s}), 0.7)`),
  "numbers as text": sumOf(`LEN((LEN(${s}) / 3) & "x")`),
};
