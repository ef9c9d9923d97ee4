/* The arguments and the result of each function. The code is in the files beside this one, the descriptions in ../reference. */
import type { Kind } from "#lib/engine/formula/shared/kinds";

/**
 * What an argument is converted to. A kind means one value of that kind. `any` is not converted, `list` becomes a list, `texts` the texts
 * of the elements. `extreme` is a date if the first argument is a date, otherwise a number. `onlyNumbers` and `onlyText` give null for
 * other kinds. `unit`, `regexp`, `readPattern`, `writePattern` and `weekStart` are texts; if they are literals, they are checked.
 * `holidays` are dates or text, as a list.
 */
export type Wanted =
  | Kind
  | "any"
  | "list"
  | "texts"
  | "extreme"
  | "onlyNumbers"
  | "onlyText"
  | "unit"
  | "regexp"
  | "holidays"
  | "readPattern"
  | "writePattern"
  | "weekStart";

export interface Signature {
  takes: readonly Wanted[];
  /** The lowest number of arguments; if absent, all in `takes` are needed. */
  least?: number;
  /** The last argument may be repeated. */
  repeats?: true;
  /** The elements of all arguments form one list. Elements that cannot be converted are left out. */
  isFlat?: true;
  /**
   * `branches` is the common kind of the branches of IF and SWITCH, `first` the kind of the first argument, `elements` a list of elements
   * of the first argument's kind.
   */
  gives: Kind | "branches" | "extreme" | "elements";
  /** The result depends on the time at which it is read. */
  isLate?: true;
}

const number = (...takes: Wanted[]): Signature => ({ takes, gives: "number" });
const text = (...takes: Wanted[]): Signature => ({ takes, gives: "text" });
const boolean = (...takes: Wanted[]): Signature => ({ takes, gives: "boolean" });
const date = (...takes: Wanted[]): Signature => ({ takes, gives: "date" });
const atLeast = (least: number, signature: Signature): Signature => ({ ...signature, least });
const flat = (wanted: Wanted, gives: Signature["gives"]): Signature => ({
  takes: [wanted],
  gives,
  repeats: true,
  isFlat: true,
});
const late = (signature: Signature): Signature => ({ ...signature, isLate: true });

const digits = atLeast(1, number("number", "number"));
const same = atLeast(2, boolean("date", "date", "unit"));

const table: Record<string, Signature> = {
  SUM: flat("number", "number"),
  AVERAGE: flat("number", "number"),
  MAX: flat("extreme", "extreme"),
  MIN: flat("extreme", "extreme"),
  ROUND: digits,
  ROUNDUP: digits,
  ROUNDDOWN: digits,
  CEILING: digits,
  FLOOR: digits,
  EVEN: number("number"),
  ODD: number("number"),
  INT: number("number"),
  ABS: number("number"),
  SQRT: number("number"),
  EXP: number("number"),
  POWER: number("number", "number"),
  LOG: digits,
  MOD: number("number", "number"),
  VALUE: number("text"),

  CONCATENATE: flat("text", "text"),
  LEFT: atLeast(1, text("text", "number")),
  RIGHT: atLeast(1, text("text", "number")),
  MID: text("text", "number", "number"),
  REPLACE: text("text", "number", "number", "text"),
  SUBSTITUTE: atLeast(3, text("text", "text", "text", "number")),
  REGEXP_REPLACE: text("text", "regexp", "text"),
  LEN: number("text"),
  LOWER: text("text"),
  UPPER: text("text"),
  TRIM: text("text"),
  FIND: atLeast(2, number("text", "text", "number")),
  SEARCH: atLeast(2, number("text", "text", "number")),
  T: text("onlyText"),
  REPT: text("text", "number"),
  ENCODE_URL_COMPONENT: text("text"),

  IF: { takes: ["boolean", "any", "any"], least: 2, gives: "branches" },
  SWITCH: { takes: ["any", "any", "any"], repeats: true, gives: "branches" },
  AND: flat("boolean", "boolean"),
  OR: flat("boolean", "boolean"),
  XOR: flat("boolean", "boolean"),
  NOT: boolean("boolean"),
  BLANK: text(),
  ERROR: atLeast(0, text("text")),
  IS_ERROR: boolean("any"),

  TODAY: late(date()),
  NOW: late(date()),
  DATE_ADD: date("date", "number", "unit"),
  DATETIME_DIFF: atLeast(2, number("date", "date", "unit", "boolean")),
  FROMNOW: late(atLeast(1, number("date", "unit"))),
  TONOW: late(atLeast(1, number("date", "unit"))),
  WORKDAY: atLeast(2, date("date", "number", "holidays")),
  WORKDAY_DIFF: atLeast(2, number("date", "date", "holidays")),
  DATETIME_PARSE: atLeast(1, date("text", "readPattern")),
  DATETIME_FORMAT: atLeast(1, text("date", "writePattern")),
  DATESTR: text("date"),
  TIMESTR: text("date"),
  YEAR: number("date"),
  MONTH: number("date"),
  DAY: number("date"),
  HOUR: number("date"),
  MINUTE: number("date"),
  SECOND: number("date"),
  WEEKDAY: atLeast(1, number("date", "weekStart")),
  WEEKNUM: number("date"),
  IS_SAME: same,
  IS_AFTER: same,
  IS_BEFORE: same,
  CREATED_TIME: date(),
  LAST_MODIFIED_TIME: date(),

  COUNTALL: number("list"),
  COUNTA: flat("any", "number"),
  COUNT: flat("onlyNumbers", "number"),
  ARRAY_JOIN: atLeast(1, text("texts", "text")),
  ARRAY_UNIQUE: { takes: ["list"], gives: "elements" },
  ARRAY_FLATTEN: { takes: ["list"], gives: "elements" },
  ARRAY_COMPACT: { takes: ["list"], gives: "elements" },
  RECORD_ID: text(),
  AUTO_NUMBER: number(),
  TEXT_ALL: text("text"),
};

export const signatures: ReadonlyMap<string, Signature> = new Map(Object.entries(table));
