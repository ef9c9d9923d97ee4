/* Guesses the fields for the columns of a file from its first lines. */

import { decideReading } from "#lib/engine/cells/column-texts";
import { oneLine } from "#lib/engine/field-types/shared/text";
import { splitClock } from "#lib/engine/values/clock-times";
import type { DecimalMark } from "#lib/engine/values/column-reading";
import { numbersIn, ordersOf } from "#lib/engine/values/date-orders";
import { guessDate } from "#lib/engine/values/date-parsing";
import type { DateFormatting } from "#lib/engine/values/dates";
import { splitList } from "#lib/engine/values/lists";
import { uniqueName } from "#lib/engine/values/names";
import { numberText } from "#lib/engine/values/number-texts";
import { limits } from "#lib/schemas/basics/limits";
import type { NewField } from "#lib/schemas/tables/field";
import { decimalOfFile, type FileDecimal } from "./column-readings.ts";

export interface GuessedColumn {
  name: string;
  type: string;
  options: NonNullable<NewField["options"]>;
  decimal?: DecimalMark;
  /** A guess that may be wrong, as a message for people. */
  hint?: string;
}

type Guess = Omit<GuessedColumn, "name">;

/** A distinct name for each of `count` columns. */
export function columnNames(header: readonly string[], count: number): string[] {
  const names: string[] = [];
  for (let i = 0; i < count; i++) {
    const name = oneLine(header[i] ?? "") || `Column ${i + 1}`;
    names.push(uniqueName(name, names));
  }
  return names;
}

/** The guessed field of each column. `kinds`: the kinds of the cells in the rows of a sheet (`Line`); `delimiter`: the delimiter of a CSV file. */
export const guessColumns = (
  names: readonly string[],
  rows: readonly string[][],
  kinds: readonly (string | undefined)[] = [],
  delimiter?: string,
): GuessedColumn[] => {
  const columns = names.map((_, i) => ({
    texts: rows.map((cells) => (cells[i] ?? "").trim()).filter((text) => text !== ""),
    found: new Set(rows.flatMap((cells, row) => (cells[i]?.trim() ? [kinds[row]?.[i] ?? "t"] : []))),
  }));
  const numeric = columns.filter(({ texts, found }) => found.has("t") && marksOf(texts).length > 0);
  const file = decimalOfFile(
    numeric.map(({ texts }) => texts),
    delimiter,
  );
  return columns.map(({ texts, found }, i) => {
    const guess = texts.length > 0 ? (guessKind(found, texts) ?? guessOf(texts, file)) : text();
    // the first field is the primary one, which cannot be a checkbox and should not be a list
    const isPrimary = i === 0 && /^(checkbox|multipleSelect)$/.test(guess.type);
    return { name: names[i] as string, ...(isPrimary ? text() : guess) };
  });
};

const text = (options: Guess["options"] = {}): Guess => ({ type: "singleLineText", options });

const guessOf = (texts: string[], file: FileDecimal): Guess =>
  guessCheckbox(texts) ??
  guessNumber(texts, file) ??
  guessDates(texts) ??
  guessLong(texts) ??
  guessShown(texts) ??
  guessLists(texts) ??
  guessSelect(texts) ??
  text();

/** The field for a column of a sheet in which all cells have one kind, other than text. */
function guessKind(kinds: Set<string>, texts: string[]): Guess | undefined {
  const [kind] = kinds;
  if (kinds.size > 1 || kind === "t") return undefined;
  if (kind === "b") return { type: "checkbox", options: {} };
  if (kind === "d") return dateField("YYYY-MM-DD", texts.some((text) => clock.test(text)) ? "HH:mm" : "None");
  const precision = Math.min(5, Math.max(...texts.map((text) => decimalsOf(text, "."))));
  const type = kind === "p" ? "percent" : "decimal";
  return { type: "number", options: { formatting: { type, precision } }, decimal: "." };
}

const every = (texts: string[], pattern: RegExp) => texts.every((text) => pattern.test(text));

const guessCheckbox = (texts: string[]): Guess | undefined =>
  every(texts, /^(true|false)$/i) ? { type: "checkbox", options: {} } : undefined;

/** JavaScript represents numbers of up to so many digits exactly. */
const exactDigits = 15;

/** The decimal signs with which all of these texts can be read as numbers. */
const marksOf = (texts: readonly string[]): DecimalMark[] =>
  ([".", ","] as const).filter((mark) => texts.every((text) => isNumber(text, mark)));

function guessNumber(texts: string[], file: FileDecimal): Guess | undefined {
  // 007 and +49 170 are not quantities; texts that begin with a letter are more often codes than amounts like EUR 5
  if (
    texts.some(
      (text) =>
        /^[+-]?0\d|^\+|^\p{L}|\p{L}$|e/iu.test(text) || (text.match(/\d/g)?.length ?? 0) > exactDigits,
    )
  )
    return undefined;
  const marks = marksOf(texts);
  const decimal = marks.includes(file.decimal) ? file.decimal : marks[0];
  if (!decimal) return undefined;
  const precision = Math.min(5, Math.max(...texts.map((text) => decimalsOf(text, decimal))));
  const symbol = texts.map((text) => /\p{Sc}/u.exec(text)?.[0]);
  const first = symbol[0];
  // a number field could not distinguish two currencies, or percentages from other numbers
  const isMixed = new Set(symbol.filter((each) => each !== undefined)).size > 1;
  const percents = texts.filter((text) => text.endsWith("%")).length;
  if (isMixed || (percents > 0 && percents < texts.length)) return undefined;
  const formatting =
    percents > 0
      ? { type: "percent", precision }
      : first !== undefined && symbol.every((each) => each === first)
        ? { type: "currency", symbol: first, precision }
        : { type: "decimal", precision };
  const isUnsure = marks.length > 1 && !file.isProved && texts.some((text) => /[.,]/.test(text));
  return {
    type: "number",
    options: { formatting },
    ...(texts.some((text) => /[.,]/.test(text)) && { decimal }),
    ...(isUnsure && describeUnsure(texts, decimal)),
  };
}

/** The hint about a guess without proof. A single point is read as decimal sign, as programs write it. */
function describeUnsure(texts: string[], decimal: DecimalMark): { hint: string } | undefined {
  const hasCommas = texts.some((text) => text.includes(","));
  if (decimal === "." && !hasCommas) return undefined;
  const [sign, name] = hasCommas ? ["commas", "comma"] : ["points", "point"];
  const isDecimal = decimal === (hasCommas ? "," : ".");
  return {
    hint: isDecimal
      ? `${sign} are read as decimal signs; if they are thousands separators, send decimal: "${decimal === "," ? "." : ","}"`
      : `${sign} are read as thousands separators; if they are decimal ${name}s, send decimal: "${decimal === "," ? "." : ","}"`,
  };
}

const isNumber = (text: string, mark: DecimalMark) => numberText(text, mark) !== undefined;

function decimalsOf(text: string, mark: DecimalMark): number {
  const bare = numberText(text, mark) ?? "";
  return /\.(\d+)/.exec(bare)?.[1]?.length ?? 0;
}

const clock = /\d:\d\d/;

function guessDates(texts: string[]): Guess | undefined {
  const time = texts.some((text) => clock.test(text)) ? "HH:mm" : "None";
  const parts = texts.map((text) => numbersIn(splitClock(text)?.rest ?? text));
  const [first] = parts;
  if (first && parts.every((part) => part !== undefined)) {
    const { order } = decideReading({ type: "date", options: {} }, texts);
    const isShort = parts.some((part) => ordersOf(part).includes("YMD"));
    // 24-04-03 may begin with the year or the day
    if (order === "unclear" || (isShort && !order)) return undefined;
    const isDay = order ? order === "DMY" : first.mark !== "/";
    const pattern =
      order === "YMD" ? ["YY", "MM", "DD"] : isDay ? ["DD", "MM", "YYYY"] : ["MM", "DD", "YYYY"];
    const hint = `in dates like ${texts[0]} the ${isDay ? "day" : "month"} is read as the first number`;
    const dates = dateField(pattern.join(first.mark), time);
    const isSure = order !== undefined;
    return areDates(texts, dates) ? { ...dates, ...(!isSure && { hint }) } : undefined;
  }
  const dates = dateField("YYYY-MM-DD", time);
  // requires a year, so that words like "May" are not dates
  return every(texts, /\b\d{4}\b/) && every(texts, /^\d{4}-\d\d?-\d\d?|\p{L}{3}/u) && areDates(texts, dates)
    ? dates
    : undefined;
}

const dateField = (date: string, time: DateFormatting["time"]) => ({
  type: "date",
  options: { formatting: { date, time, timeZone: "UTC" } },
});

const areDates = (texts: string[], { options: { formatting } }: ReturnType<typeof dateField>) =>
  texts.every((text) => typeof guessDate(text, formatting, "2000-01-01T00:00:00.000Z") === "string");

const longLine = 255;

const guessLong = (texts: string[]): Guess | undefined =>
  texts.some((text) => text.length > longLine || /[\r\n]/.test(text))
    ? { type: "longText", options: {} }
    : undefined;

/** One @, and a point inside the name of the host. */
const isEmail = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(text) && /[^.]\.[^.]/.test(text.slice(text.indexOf("@")));

function guessShown(texts: string[]): Guess | undefined {
  if (every(texts, /^https?:\/\/\S+$/i)) return text({ showAs: { type: "url" } });
  return texts.every(isEmail) ? text({ showAs: { type: "email" } }) : undefined;
}

const mostChoices = 20;
const longestChoice = 50;

/**
 * Guesses lists of a few distinct texts, in the form in which exports write several choices. If splitting gives more distinct texts ("Lyon,
 * France"), they are no lists.
 */
function guessLists(texts: string[]): Guess | undefined {
  if (!texts.some((text) => text.includes(","))) return undefined;
  const listed = texts.flatMap(splitList);
  if (new Set(listed).size > new Set(texts).size) return undefined;
  const choices = choicesOf(listed);
  const hint = "texts between commas are read as separate choices";
  return choices && { type: "multipleSelect", options: { choices }, hint };
}

function guessSelect(texts: string[]): Guess | undefined {
  const choices = choicesOf(texts);
  return choices && { type: "singleSelect", options: { choices } };
}

/** The distinct texts as choices, if there are few and each is repeated often; otherwise undefined. */
function choicesOf(texts: string[]): { name: string }[] | undefined {
  const names = new Set(texts.map(oneLine));
  const isFew = names.size <= Math.min(mostChoices, limits.choicesPerField) && texts.length >= 3 * names.size;
  if (!isFew || texts.length < 5 || texts.some((text) => text.length > longestChoice)) return undefined;
  return [...names].map((name) => ({ name }));
}
