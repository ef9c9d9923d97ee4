/*
 * Everything that reads a text of a caller, as one function each: for the test of how steps grow (test/load/growth.test.ts) and for
 * `npm run bench -- hostile`. A reader may refuse the text; it may not take long.
 */
import { decideReading, readFileText } from "#lib/engine/cells/column-texts";
import { guessDelimiter } from "#lib/engine/csv/delimiter";
import { encodingOf } from "#lib/engine/csv/encoding";
import { linesOf } from "#lib/engine/csv/lines";
import { fieldTypes } from "#lib/engine/field-types/index";
import type { Field } from "#lib/engine/fields/field";
import { compileFormula } from "#lib/engine/formula/compile";
import { readDateBy } from "#lib/engine/values/date-parsing";
import { numberKindOf } from "#lib/engine/xlsx/number-formats";
import { readXml } from "#lib/engine/xlsx/xml";
import { parseQuery } from "#lib/http/receive";
import { newFieldId } from "#lib/schemas/basics/ids";
import { Filter } from "#lib/schemas/tables/filter";
import { FilterText } from "#lib/schemas/tables/tql";

const fieldOf = (type: string, options?: object): Field => {
  const found = fieldTypes.get(type);
  if (!found) throw new Error(`no field type ${type}`);
  return {
    id: newFieldId(),
    name: "Cell",
    dbFieldName: "Cell",
    type,
    options: options ? found.options.parse(options) : found.initialOptions(),
  } as Field;
};

const choices = [{ name: "a" }, { name: "b, c" }];
const cellFields: Record<string, Field> = {
  number: fieldOf("number"),
  rating: fieldOf("rating"),
  checkbox: fieldOf("checkbox"),
  date: fieldOf("date", { formatting: { date: "D/M/YYYY", time: "HH:mm", timeZone: "UTC" } }),
  choice: fieldOf("singleSelect", { choices }),
  choices: fieldOf("multipleSelect", { choices }),
  text: fieldOf("singleLineText"),
  "long text": fieldOf("longText"),
};

const now = "2026-11-27T12:00:00.000Z";

/** The readers by name. `text` may be anything. */
let patterns = 0;

export const readers: Record<string, (text: string) => unknown> = {
  formula: (text) => compileFormula(text, { find: () => undefined, idOf: () => undefined }),
  TQL: (text) => FilterText.safeParse(text),
  filter: (text) =>
    Filter.safeParse({ conjunction: "and", filterSet: [{ fieldId: text, operator: text, value: text }] }),
  query: (text) => parseQuery(text),
  CSV: (text) => linesOf({ bytes: Buffer.from(text), delimiter: ",", line: 1, isLast: true }),
  "separator of a CSV": (text) => guessDelimiter(Buffer.from(text), true),
  "encoding of a CSV": (text) => encodingOf(Buffer.from(text, "latin1"), true),
  XML: (text) => {
    const parser = readXml({ open() {}, text() {}, close() {} });
    parser.write(Buffer.from(text));
    parser.end();
  },
  // patterns are remembered: each time another one
  "pattern of dates": (text) => readDateBy(`${text}[${patterns++}]`, "1".repeat(199), "UTC", now),
  "number format of a workbook": (text) => numberKindOf(200, text),
  ...Object.fromEntries(
    Object.entries(cellFields).map(([name, field]) => [
      `cell of a file: ${name}`,
      (text: string) => readFileText(field, text, decideReading(field, [text]), { now }),
    ]),
  ),
};

/** Reads a text; an error is an answer too. */
export async function readAnyhow(read: (text: string) => unknown, text: string): Promise<void> {
  try {
    await read(text);
  } catch {
    // refused
  }
}
