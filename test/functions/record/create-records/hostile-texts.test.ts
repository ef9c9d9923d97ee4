/* Whatever text is accepted for a cell comes back the same, however it is read and written again; whatever is refused names its place. */
import { describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as pasteCells } from "#functions/selection/paste-cells";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { chance } from "#test/support/run/chance";
import { areAllAsked } from "#test/support/run/sample";

const choices = ["a", "A ", "a, b", '"q"', "1", "true", "é"].map((name) => ({ name }));
const shownAs = (type: string, precision: number) => ({ formatting: { type, precision } });
const dated = (date: string, time: string, timeZone: string) => ({ formatting: { date, time, timeZone } });

const types: Record<string, object> = {
  "a line": { type: "singleLineText" },
  "a long text": { type: "longText" },
  "a number": { type: "number", options: shownAs("decimal", 2) },
  "a whole number": { type: "number", options: shownAs("decimal", 0) },
  "a share": { type: "number", options: shownAs("percent", 1) },
  money: { type: "number", options: { formatting: { type: "currency", precision: 2, symbol: "€" } } },
  "a checkbox": { type: "checkbox" },
  "a rating": { type: "rating", options: { icon: "star", color: "redBright", max: 5 } },
  "a day": { type: "date", options: dated("YYYY-MM-DD", "None", "utc") },
  "a time in Berlin": { type: "date", options: dated("D/M/YYYY", "HH:mm", "Europe/Berlin") },
  "a time in New York": { type: "date", options: dated("M/D/YYYY", "hh:mm A", "America/New_York") },
  "a choice": { type: "singleSelect", options: { choices } },
  choices: { type: "multipleSelect", options: { choices } },
  "a person": { type: "user" },
  people: { type: "user", options: { isMultiple: true } },
};

const texts = [
  ...["0", "-0", "01", "1.", ".5", "1,0", "1,234", "1.234", "1,234.5", "1.234,5", "1 234,5", "1'234.5"],
  ...["12,34,567", "(5)", "-(5)", "+5", "--5", "−5", "5-", "5 %", "%5", "€5", "5 €", "$1,234.50", "1e3"],
  ...["1E400", "1e-7", "0x10", "Infinity", "NaN", "½", "٣", "１２", "1_000", "9007199254740993", "1/2"],
  ...["0.1234567890123456789", "true", "TRUE", "no", "on", "x", "✓", "☐", "unchecked", "ja", "2024-02-29"],
  ...["2023-02-29", "2024-2-9", "29.2.2024", "2/29/2024", "29/2/2024", "1/2/24", "2024-02-29T23:30"],
  ...["2024-02-29T23:30Z", "2024-02-29T23:30:15.123+05:30", "2024-02-29 11:30 PM", "29/2/2024 23:30"],
  ...["2024-03-31 02:30", "2024-10-27 02:30", "24:00", "0000-00-00", "9999-12-31", "10000-01-01"],
  ...["1582-10-10", "Feb 29, 2024", "29 février 2024", "today", "1709164800", "2024-W09", "12:30", "a"],
  ...[" a ", "a,b", "a, b", '"a, b"', '"a", "a, b"', 'a, "q"', '""q""', "'a'", "a;b", "a\nb", "é"],
  ...["e\u0301", '["a"]', "{}", "null", "me", "=1+1", "@x", "\ufeffa", "a\u200b", "\u202ea", "🚀", "\t"],
  ...["a\u0000b", "\u00a0", "x".repeat(300), "ada@nowhere.example", "usrNone0000000000000"],
];
/** Another part of them in each run. */
const some = areAllAsked ? texts : texts.filter(() => chance() < 0.2);

/** A table with one field of the type, and the calls that write and read its cells. */
async function aColumn(field: object) {
  const {
    owner: as,
    tableId,
    table,
  } = await aTable({
    fields: [
      { type: "singleLineText", name: "Title" },
      { ...field, name: "Cell" },
      { type: "longText", name: "Text" },
    ],
    records: [],
  });
  const params = { tableId };
  const headers = { "x-window-id": "one" };
  const shown = async (recordId: string, query: Record<string, string> = {}) =>
    (await call(getRecord, { as, params: { tableId, recordId }, query })).body.fields;
  return {
    shown,
    async create(fields: object, typecast: boolean) {
      const body = { typecast, records: [{ fields: { Title: "x", ...fields } }] };
      const answer = await call(createRecords, { as, params, body });
      const [record] = answer.body.records ?? [];
      return { answer, id: record?.id, cell: record?.fields.Cell };
    },
    /** Pastes one cell into the first record, quoted as spreadsheets do. */
    paste: (text: string) => call(pasteCells, { as, params, body: { ranges: [[1, 0], [1, 0]], content: `"${text.replaceAll('"', '""')}"` } }), // biome-ignore format: one line
    async emptyAndUndo(recordId: string) {
      const body = { record: { fields: { Cell: null } } };
      await call(updateRecord, { as, params: { tableId, recordId }, headers, body });
      expect((await call(undoOperation, { as, params, headers })).body).toMatchObject({
        status: "fulfilled",
      });
    },
    convertText: () =>
      call(convertField, {
        as,
        params: { tableId, fieldId: table.fields[2].id },
        body: { ...field, name: "Text" },
      }),
  };
}

const isShownShorter = (name: string) => /number|share|money|day|time/.test(name);
/** Choices have other ids in another field. */
const hasChoices = (name: string) => /choice/.test(name);

describe.each(Object.entries(types))("%s", (name, field) => {
  test("texts that are accepted come back, others are refused with their place", async () => {
    const { create, shown, paste, emptyAndUndo } = await aColumn(field);
    const { id: first } = await create({}, false);
    for (const text of some) {
      const sent = await create({ Cell: text }, true);
      if (sent.answer.status !== 201) {
        expect([text, refusal(sent.answer)]).toEqual([
          text,
          { status: 400, paths: ["records[0].fields.Cell"] },
        ]);
        continue;
      }
      const { id, cell } = sent;
      const [{ Cell: read }, { Cell: asText }] = [await shown(id), await shown(id, { cellFormat: "text" })];
      expect([text, read]).toEqual([text, cell]);
      if (cell === undefined) continue;
      expect([text, (await create({ Cell: cell }, false)).cell]).toEqual([text, cell]);
      await emptyAndUndo(id);
      expect([text, (await shown(id)).Cell]).toEqual([text, cell]);
      const again = await create({ Cell: asText }, true);
      if (!isShownShorter(name)) expect([text, asText, again.cell]).toEqual([text, asText, cell]);
      else expect([text, (await shown(again.id, { cellFormat: "text" })).Cell]).toEqual([text, asText]);
      expect([text, (await paste(asText)).status]).toEqual([text, 200]);
      expect([text, (await shown(first)).Cell]).toEqual([text, again.cell]);
    }
  });

  test("a column of one text becomes the same cell, or an empty one", async () => {
    for (const text of some.filter(() => areAllAsked || chance() < 0.2)) {
      const { create, shown, convertText } = await aColumn(field);
      const { id, cell, answer } = await create({ Cell: text, Text: text }, true);
      if (answer.status !== 201 || hasChoices(name)) continue;
      expect((await convertText()).status).toBe(200);
      const { Text: converted } = await shown(id);
      if (converted !== undefined) expect([text, converted]).toEqual([text, cell]);
    }
  });
});
