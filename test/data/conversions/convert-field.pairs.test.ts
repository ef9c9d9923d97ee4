/* Every type to every type, over awkward cells: what a preview says happens, and a cell that is converted when read is what is written. */
import { describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { everyOf, isWhole } from "#test/support/run/sample";

const formatting = { date: "YYYY-MM-DD", time: "HH:mm", timeZone: "Europe/Berlin" };
const kinds: Record<string, object> = {
  singleLineText: { type: "singleLineText" },
  longText: { type: "longText" },
  number: { type: "number", options: { formatting: { type: "decimal", precision: 5 } } },
  percent: { type: "number", options: { formatting: { type: "percent", precision: 1 } } },
  singleSelect: { type: "singleSelect", options: { choices: [{ name: "Ada" }] } },
  multipleSelect: { type: "multipleSelect", options: { choices: [{ name: "a, b" }] } },
  user: { type: "user", options: { isMultiple: false } },
  users: { type: "user", options: { isMultiple: true } },
  date: { type: "date", options: { formatting } },
  attachment: { type: "attachment" },
  checkbox: { type: "checkbox" },
  rating: { type: "rating", options: { icon: "star", color: "yellowBright", max: 7 } },
  button: { type: "button", options: { label: "Go", color: "teal" } },
  autoNumber: { type: "autoNumber" },
  createdTime: { type: "createdTime", options: { formatting } },
  createdBy: { type: "createdBy" },
  formula: { type: "formula", options: { expression: "RECORD_ID()" } },
};

const corpus = [
  ...["0", "-0", "1", "7.5", "-3", "12%", "1e3", "1,234.5", "9007199254740993", "٣", "  5  "],
  ...[
    "2024-02-29",
    "2024-02-30",
    "2024-03-31 02:30",
    "29.02.2024",
    "true",
    "FALSE",
    "Ada",
    "a, b",
    "a,b,a",
    '"x, y", z',
  ],
  ...[
    "recAAAAAAAAAAAAAAAA",
    "usrAAAAAAAAAAAAAAAA",
    "me",
    "__proto__",
    "line\nbreak",
    "ẞ 😀 \u0301",
    "\u200b",
    "x".repeat(300),
  ],
];

const names = Object.keys(kinds);
const others = (from: string) => names.filter((to) => to !== from);

describe.each(names)("from %s", (from) => {
  test.each(isWhole ? others(from) : everyOf(others(from), 3, names.indexOf(from)))("to %s", async (to) => {
    const made = await aTable({
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "longText", name: "F" },
      ],
      records: [...corpus, ""].map((F) => ({ fields: { Name: "n", F } })),
    });
    const { owner: as, tableId } = made;
    const params = { tableId, fieldId: made.table.fields[1].id };
    const cells = async (cellFormat = "json"): Promise<unknown[]> => {
      const { status, body } = await call(listRecords, { as, params: { tableId }, query: { cellFormat } });
      expect(status).toBe(200);
      return body.records.map(({ fields }: { fields: { F?: unknown } }) => fields.F ?? null);
    };
    const filled = (all: unknown[]) => all.filter((each) => each !== null).length;
    expect((await call(convertField, { as, params, body: kinds[from] })).status).toBe(200);
    const before = await cells("text");
    const preview = await call(previewConversion, { as, params, body: kinds[to] });
    expect(preview.status).toBe(200);
    expect((await call(convertField, { as, params, body: kinds[to] })).status).toBe(200);
    const after = await cells();
    const isComputed = /autoNumber|created|formula/.test(to);
    if (from !== "button" && !isComputed) {
      expect(preview.body.cells).toBe(filled(before));
      // "no" is an unchecked box, which is stored as an empty cell: it is not lost
      const gone = filled(before) - filled(after);
      if (to === "checkbox") expect(preview.body.emptied).toBeLessThanOrEqual(gone);
      else expect(preview.body.emptied).toBe(gone);
      for (const [i, cell] of after.entries()) if (before[i] === null) expect(cell).toBeNull();
    }
    const text = await cells("text");
    const records = made.table.records.map(({ id }: { id: string }) => ({ id, fields: { Name: "written" } }));
    expect((await call(updateRecords, { as, params: { tableId }, body: { records } })).status).toBe(200);
    expect(await cells("text")).toEqual(text);
    expect(await cells()).toEqual(after);
  });
});
