import { describe, expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as listTables } from "#functions/table/list-tables";
import { aFile, anAnnouncement } from "#test/support/makers/files";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { aPlace, ended, intoNew, preview } from "./support.ts";

const text = `Fruit;Price;On;Kind
Pear;1,20 €;03.04.2026;hard
Plum;0,90 €;05.04.2026;soft
Fig;cheap;06.04.2026;soft
`;

describe("200: a preview of a file", () => {
  test("its format, columns, first records and errors; nothing is created", async () => {
    const place = await aPlace();
    const columns = [
      ...[
        { name: "Fruit", type: "singleLineText" },
        { type: "number", decimal: "," },
      ],
      ...[{}, { name: "What", type: "singleSelect" }],
    ];
    const { status, body } = await preview(place, { text, columns });
    expect({ status, ...body }).toMatchObject({
      status: 200,
      encoding: "utf-8",
      delimiter: ";",
      bytes: Buffer.byteLength(text),
      lines: 3,
      columns: [
        { name: "Fruit", type: "singleLineText", options: {} },
        { name: "Price", type: "number", decimal: "," },
        { name: "On", type: "date", options: { formatting: { date: "DD.MM.YYYY", time: "None" } } },
        { name: "What", type: "singleSelect", options: { choices: [{ name: "hard" }, { name: "soft" }] } },
      ],
      records: [
        {
          line: 2,
          fields: { Fruit: "Pear", Price: 1.2, On: "2026-04-03T00:00:00.000Z", What: "hard" },
        },
        { line: 3, fields: { Fruit: "Plum", Price: 0.9 } },
      ],
      issues: [{ line: 4, column: 2, name: "Price", message: '"cheap" is not a number' }],
      hints: ["On: in dates like 03.04.2026 the day is read as the first number"],
    });
    const { owner: as, baseId } = place;
    expect((await call(listTables, { as, params: { baseId } })).body).toEqual([]);
  });

  test("its columns, sent back with the import, create the previewed table", async () => {
    const place = await aPlace();
    const { token } = await aFile(place.owner, { bytes: text, type: "text/csv" });
    const { body: shown } = await preview(place, { token });
    const made = await ended(place, await intoNew(place, { token, columns: shown.columns }));
    expect(made.records).toEqual(shown.records.map(({ fields }: { fields: object }) => fields));
    const fields: { name: string; type: string; options: object }[] = (
      await call(listFields, { as: place.owner, params: { tableId: made.tableId } })
    ).body;
    expect(fields.map(({ name, type, options }) => ({ name, type, options }))).toEqual(
      shown.columns.map(({ name, type, options }: Record<string, unknown>) => ({ name, type, options })),
    );
  });

  test("a file that is read only in part has no line count", async () => {
    const place = await aPlace();
    const bytes = `A,B\n${"one,two\n".repeat(100_000)}`;
    const { token } = await aFile(place.owner, { bytes, type: "text/csv" });
    const { body } = await preview(place, { token });
    expect(body).toMatchObject({ bytes: bytes.length, records: Array(20).fill({ fields: { A: "one" } }) });
    expect(body).not.toHaveProperty("lines");
  });
});

test.each<[string, Buffer]>([
  ["a few NUL bytes", Buffer.alloc(6)],
  ["NUL bytes", Buffer.alloc(64)],
  ["NUL in UTF-16", Buffer.from("\ufeffName\0\nx\n", "utf16le")],
])("400: a file that is no text: %s", async (_, bytes) => {
  const place = await aPlace();
  const { token } = await aFile(place.owner, { bytes, type: "text/csv" });
  const { status, body } = await preview(place, { token });
  expect([status, body.message]).toEqual([400, expect.stringContaining("is not text")]);
});

test("400: a file that was announced but not uploaded", async () => {
  const place = await aPlace();
  const { token } = await anAnnouncement(place.owner, { bytes: "A\n" });
  expect(refusal(await preview(place, { token }))).toEqual({ status: 400, paths: ["token"] });
});
