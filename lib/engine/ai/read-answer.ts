/*
 * Reads the answer of a language model as a value for a cell. It is strict: an answer that is not clearly such a value is a problem,
 * described in words for the model. The value is then read like one from a request, so a cell gets a valid value or stays the same.
 */
import { hasChoices } from "#lib/engine/cells/convert-cells";
import { oneLine } from "#lib/engine/field-types/shared/text";
import type { AiConfig } from "#lib/engine/fields/ai-fields";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { readDate } from "#lib/engine/values/date-parsing";
import type { DateFormatting } from "#lib/engine/values/dates";
import { shifted } from "#lib/engine/values/decimals";
import { readNumber as readNumberText } from "#lib/engine/values/number-texts";
import { limits } from "#lib/schemas/basics/limits";
import { isStorable } from "#lib/schemas/basics/number";
import { isClosed, nothing } from "./prompt.ts";

/** The value in the form of a request; null empties the cell. */
export interface ReadAnswer {
  value: string | number | string[] | null;
  /** Whether to create choices that the field does not have. */
  typecast: boolean;
}

/** The value in an answer, or the problem why it has none. */
export function readAnswer(said: string, field: Field, config: AiConfig): ReadAnswer | string {
  const { ai } = typeOf(field);
  // some models write their reasoning first
  const answer = said.replace(/^\s*<think>[\s\S]*?<\/think>/, "");
  if (/^\s*<think>/.test(answer)) return "it has nothing after its thoughts";
  // the name of a choice may contain quotes or commas, or be the word that means "no value"
  const choice = findChoice(answer.trim(), field);
  if (choice !== undefined) return { value: ai === "choices" ? [choice] : choice, typecast: false };
  const text = unwrap(answer);
  // the prompt says which word means that there is no value
  if (text === "") return "it is empty";
  if (text === nothing) return { value: null, typecast: false };
  switch (ai) {
    case "text":
      return { value: cutText(text), typecast: false };
    case "oneChoice":
      return readChoice(text, field, config);
    case "choices":
      return readChoices(text, field, config);
    case "number":
      return readNumber(text, field);
    case "date":
      return readIsoDate(text, field);
    default:
      return "cells of this field cannot be filled";
  }
}

/** The answer without white space, code fence and quotes around it. */
function unwrap(answer: string): string {
  const text = answer.toWellFormed().replaceAll("\0", "").trim();
  const [, fenced] = /^```\w*\n([\s\S]*?)\n?```$/.exec(text) ?? [];
  const inner = (fenced ?? text).trim();
  const [, quoted] = /^"([^"]*)"$/.exec(inner) ?? [];
  return (quoted ?? inner).trim();
}

/** The first characters of a text, as many as a cell can hold. */
function cutText(text: string): string {
  if (text.length <= limits.textLength) return text;
  return Array.from(text).slice(0, limits.textLength).join("").trim();
}

const choicesOf = ({ options }: Field) => (hasChoices(options) ? options.choices : []);

/** The choice with this name; case is ignored if only one choice fits then. */
function findChoice(name: string, field: Field): string | undefined {
  const names = choicesOf(field).map((choice) => choice.name);
  if (names.includes(name)) return name;
  const alike = names.filter((each) => each.toLowerCase() === name.toLowerCase());
  return alike.length === 1 ? alike[0] : undefined;
}

/** Whether a text can be the name of a new choice. */
const isName = (name: string) => name !== "" && Array.from(name).length <= limits.nameLength;

function readChoice(text: string, field: Field, config: AiConfig): ReadAnswer | string {
  const lines = text.split(/\r?\n/);
  const name = oneLine(lines[0] ?? "");
  const known = lines.length === 1 ? findChoice(name, field) : undefined;
  if (known !== undefined) return { value: known, typecast: false };
  if (isClosed(field, config) || lines.length > 1) return "it is not the name of one of the choices";
  // several names, or an explanation
  if (/^[[{]/.test(name)) return "it is JSON, not the name of one choice";
  if (!isName(name)) return `the name of a choice has at most ${limits.nameLength} characters`;
  if (choicesOf(field).length >= limits.choicesPerField) return "the field cannot get more choices";
  return { value: name, typecast: true };
}

function readChoices(text: string, field: Field, config: AiConfig): ReadAnswer | string {
  const listed = listIn(text);
  if (!listed) return "it is not a JSON array of names of choices";
  const names = [...new Set(listed.map((name) => findChoice(oneLine(name), field) ?? oneLine(name)))];
  const known = names.filter((name) => findChoice(name, field) !== undefined);
  const room = limits.choicesPerField - choicesOf(field).length;
  const added = isClosed(field, config)
    ? []
    : names.filter((name) => !known.includes(name) && isName(name)).slice(0, room);
  const value = names.filter((name) => known.includes(name) || added.includes(name));
  if (listed.length === 0) return { value: null, typecast: false };
  if (value.length === 0) return "none of them is the name of a choice";
  return { value, typecast: added.length > 0 };
}

/** The texts of a JSON array; if the text is not JSON and short, its lines or the parts between commas. */
function listIn(text: string): string[] | undefined {
  if (text.startsWith("[") || text.startsWith("{")) {
    try {
      const list: unknown = JSON.parse(text);
      return Array.isArray(list) && list.every((each) => typeof each === "string") ? list : undefined;
    } catch {
      return undefined;
    }
  }
  const parts = text.split(/\r?\n|,/).map((part) => part.trim().replace(/^[-*•]\s+/, ""));
  return parts.every((part) => part.length <= limits.nameLength) ? parts.filter(Boolean) : undefined;
}

function readNumber(text: string, field: Field): ReadAnswer | string {
  const { max, formatting } = (field.options ?? {}) as { max?: number; formatting?: { type?: string } };
  const [, digits, percent] = /^([+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?)\s*(%)?$/i.exec(text) ?? [];
  if (digits === undefined || (percent && formatting?.type !== "percent")) return "it is not a number";
  const written = readNumberText(digits, { type: "decimal", precision: 0 }, ".");
  if (typeof written !== "number") return "it has more digits than a number keeps";
  const number = percent ? shifted(written, -2) : written;
  if (!isStorable(number)) return "the number is too large";
  if (max !== undefined && !(Number.isInteger(number) && number >= 1 && number <= max))
    return `it is not a whole number from 1 to ${max}`;
  return { value: number, typecast: false };
}

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Used as the present time, which decides only about dates without a year: these are refused here. */
const anyTime = "2000-01-01T00:00:00.000Z";

function readIsoDate(text: string, field: Field): ReadAnswer | string {
  const { formatting } = field.options as { formatting: DateFormatting };
  const isDate = isoDate.test(text) && readDate(text, formatting, anyTime) !== undefined;
  return isDate ? { value: text, typecast: false } : "it is not a date such as 2026-01-31";
}
