/* Guesses the fields for the columns of a file from its first lines. */

import { oneLine } from "#lib/engine/field-types/shared/text";
import { guessDate } from "#lib/engine/values/date-parsing";
import { splitList } from "#lib/engine/values/lists";
import { uniqueName } from "#lib/engine/values/names";
import { limits } from "#lib/schemas/basics/limits";
import type { NewField } from "#lib/schemas/tables/field";
import { type DecimalMark, numberText } from "./cell-text.ts";

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

/** The guessed field of each column. `kinds` are those of the cells in the rows of a sheet (`Line`). */
export const guessColumns = (
  names: readonly string[],
  rows: readonly string[][],
  kinds: readonly (string | undefined)[] = [],
): GuessedColumn[] =>
  names.map((name, i) => {
    const texts = rows.map((cells) => (cells[i] ?? "").trim()).filter((text) => text !== "");
    const found = new Set(rows.flatMap((cells, row) => (cells[i]?.trim() ? [kinds[row]?.[i] ?? "t"] : [])));
    const guess = texts.length > 0 ? (guessKind(found, texts) ?? guessOf(texts)) : text();
    // the first field is the primary one, which cannot be a checkbox and should not be a list
    return { name, ...(i === 0 && /^(checkbox|multipleSelect)$/.test(guess.type) ? text() : guess) };
  });

const text = (options: Guess["options"] = {}): Guess => ({ type: "singleLineText", options });

const guessOf = (texts: string[]): Guess =>
  guessCheckbox(texts) ??
  guessNumber(texts) ??
  guessDates(texts) ??
  guessLong(texts) ??
  guessShown(texts) ??
  guessLists(texts) ??
  guessSelect(texts) ??
  text();

/** The field of a column of a sheet whose cells all are of one kind, other than text. */
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

/** JavaScript holds numbers with up to so many digits exactly. */
const exactDigits = 15;

function guessNumber(texts: string[]): Guess | undefined {
  // 007 and +49 170 are not quantities; texts that begin with a letter are more often codes than amounts like EUR 5
  if (
    texts.some(
      (text) =>
        /^[+-]?0\d|^\+|^\p{L}|\p{L}$|e/iu.test(text) || (text.match(/\d/g)?.length ?? 0) > exactDigits,
    )
  )
    return undefined;
  const decimal = ([".", ","] as const).find((mark) => texts.every((text) => isNumber(text, mark)));
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
  const isUnsure =
    decimal === "." && texts.every((text) => !/[.]/.test(text)) && texts.some((text) => /,/.test(text));
  return {
    type: "number",
    options: { formatting },
    ...(texts.some((text) => /[.,]/.test(text)) && { decimal }),
    ...(isUnsure && {
      hint: 'commas are read as thousands separators; if they are decimal commas, send decimal: ","',
    }),
  };
}

const isNumber = (text: string, mark: DecimalMark) => numberText(text, mark) !== undefined;

/** The decimal separator that fits more of these texts, for an import into an existing number field. */
export function decimalMarkOf(texts: readonly string[]): DecimalMark {
  const only = (mark: DecimalMark, other: DecimalMark) =>
    texts.filter((text) => isNumber(text, mark) && !isNumber(text, other)).length;
  return only(",", ".") > only(".", ",") ? "," : ".";
}

function decimalsOf(text: string, mark: DecimalMark): number {
  const bare = numberText(text, mark) ?? "";
  return /\.(\d+)/.exec(bare)?.[1]?.length ?? 0;
}

const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})( \d{1,2}:\d\d.*)?$/;
const clock = /\d:\d\d/;

function guessDates(texts: string[]): Guess | undefined {
  const time = texts.some((text) => clock.test(text)) ? "HH:mm" : "None";
  const parts = texts.map((text) => numeric.exec(text));
  if (parts.every((part) => part !== null)) {
    const separator = parts[0]?.[2] ?? "/";
    const isDayFirst = parts.some((part) => Number(part?.[1]) > 12);
    const isMonthFirst = parts.some((part) => Number(part?.[3]) > 12);
    if (isDayFirst && isMonthFirst) return undefined;
    const isDay = isDayFirst || (!isMonthFirst && separator !== "/");
    const order = isDay ? ["DD", "MM", "YYYY"] : ["MM", "DD", "YYYY"];
    const hint = `in dates like ${parts[0]?.[0]} the ${isDay ? "day" : "month"} is read as the first number`;
    const dates = dateField(order.join(separator), time);
    return areDates(texts, dates) ? { ...dates, ...(!isDayFirst && !isMonthFirst && { hint }) } : undefined;
  }
  const dates = dateField("YYYY-MM-DD", time);
  // requires a year, so that words like "May" are not dates
  return every(texts, /\b\d{4}\b/) && every(texts, /^\d{4}-\d\d?-\d\d?|\p{L}{3}/u) && areDates(texts, dates)
    ? dates
    : undefined;
}

const dateField = (date: string, time: "HH:mm" | "None") => ({
  type: "date",
  options: { formatting: { date, time, timeZone: "UTC" } },
});

const areDates = (texts: string[], { options: { formatting } }: ReturnType<typeof dateField>) =>
  texts.every((text) => guessDate(text, formatting as never, "2000-01-01T00:00:00.000Z") !== undefined);

const longLine = 255;

const guessLong = (texts: string[]): Guess | undefined =>
  texts.some((text) => text.length > longLine || /[\r\n]/.test(text))
    ? { type: "longText", options: {} }
    : undefined;

function guessShown(texts: string[]): Guess | undefined {
  if (every(texts, /^https?:\/\/\S+$/i)) return text({ showAs: { type: "url" } });
  return every(texts, /^[^\s@]+@[^\s@]+\.[^\s@]+$/) ? text({ showAs: { type: "email" } }) : undefined;
}

const mostChoices = 20;
const longestChoice = 50;

/** Lists of few distinct texts, as exports write several choices. If splitting gives more distinct texts ("Lyon, France"), they are no lists. */
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

/** The distinct texts as choices, if they are few and each is repeated often; else undefined. */
function choicesOf(texts: string[]): { name: string }[] | undefined {
  const names = new Set(texts.map(oneLine));
  const isFew = names.size <= Math.min(mostChoices, limits.choicesPerField) && texts.length >= 3 * names.size;
  if (!isFew || texts.length < 5 || texts.some((text) => text.length > longestChoice)) return undefined;
  return [...names].map((name) => ({ name }));
}
