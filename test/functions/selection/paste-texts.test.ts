import { expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as copyCells } from "#functions/selection/copy-cells";
import { handler as pasteCells } from "#functions/selection/paste-cells";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: a date that is copied keeps its day in a field with another pattern", async () => {
  const day = (name: string, date: string) => ({
    ...{ type: "date", name },
    options: { formatting: { date, time: "None", timeZone: "UTC" } },
  });
  const { tableId, owner: as } = await aTable({
    fields: [
      { type: "singleLineText", name: "N" },
      day("A", "D/M/YYYY"),
      day("B", "YYYY-MM-DD"),
      day("C", "M/D/YYYY"),
    ],
    records: [{ fields: { N: "x", A: "2024-04-03" } }],
  });
  const copied = await call(copyCells, { as, params: { tableId }, query: { ranges: "[[1,0],[1,0]]" } });
  const { content } = copied.body;
  for (const column of [2, 3]) {
    const ranges = [
      [column, 0],
      [column, 0],
    ];
    expect((await call(pasteCells, { as, params: { tableId }, body: { ranges, content } })).status).toBe(200);
  }
  const { body } = await call(listRecords, { as, params: { tableId }, query: { cellFormat: "text" } });
  expect(body.records[0].fields).toMatchObject({ B: "2024-04-03", C: "4/3/2024" });
});

test("200: a date that is copied keeps its year, its day and its time where its pattern does not show them", async () => {
  const shown = ["D/M/YY", "YYYY", "MMMM YYYY", "D/M/YYYY HH:mm"];
  const cell = "1968-03-04T15:46:00.000Z";
  const { tableId, owner: as } = await aTable({
    fields: [
      { type: "singleLineText", name: "N" },
      ...shown.map((date) => ({
        ...{ type: "date", name: date },
        options: { formatting: { date, time: "None", timeZone: "UTC" } },
      })),
    ],
    records: [{ fields: { N: "x", ...Object.fromEntries(shown.map((name) => [name, cell])) } }],
  });
  const ranges = [
    [1, 0],
    [4, 0],
  ];
  const copied = await call(copyCells, {
    as,
    params: { tableId },
    query: { ranges: JSON.stringify(ranges) },
  });
  const { content } = copied.body;
  expect((await call(pasteCells, { as, params: { tableId }, body: { ranges, content } })).status).toBe(200);
  const { body } = await call(listRecords, { as, params: { tableId } });
  const day = "1968-03-04T00:00:00.000Z";
  expect(shown.map((name) => body.records[0].fields[name])).toEqual([day, day, day, cell]);
});

test("200: words uncheck a box; a date is pasted into no number", async () => {
  const { tableId, owner: as } = await aTable({
    fields: [
      { type: "singleLineText", name: "N" },
      { type: "checkbox", name: "C" },
      { type: "number", name: "X" },
    ],
    records: ["no", "0", "n", "FALSE", "x"].map((N) => ({ fields: { N, C: true } })),
  });
  const paste = (column: number, content: string) => {
    const ranges = [
      [column, 0],
      [column, 0],
    ];
    return call(pasteCells, { as, params: { tableId }, body: { ranges, content } });
  };
  expect((await paste(1, "no\n0\nn\nFALSE\nx")).status).toBe(200);
  const { body } = await call(listRecords, { as, params: { tableId } });
  expect(body.records.map(({ fields }: { fields: { C?: true } }) => fields.C)).toEqual([
    ...Array(4).fill(undefined),
    true,
  ]);
  expect((await paste(2, "2024-04-03")).status).toBe(400);
});

test("200: the cells of a column say together how they are read; a cell that cannot be read is a 400 with its place", async () => {
  const { tableId, owner: as } = await aTable({
    fields: [
      { type: "singleLineText", name: "N" },
      { type: "number", name: "V" },
    ],
    records: ["a", "b"].map((N) => ({ fields: { N } })),
  });
  const paste = (content: string) =>
    call(pasteCells, {
      as,
      params: { tableId },
      body: {
        ranges: [
          [1, 0],
          [1, 0],
        ],
        content,
      },
    });
  const numbers = async () =>
    (await call(listRecords, { as, params: { tableId }, query: {} })).body.records.map(
      ({ fields }: { fields: { V: number } }) => fields.V,
    );
  expect((await paste("1,50\n1.234")).status).toBe(200);
  expect(await numbers()).toEqual([1.5, 1234]);
  expect((await paste("1.234")).status).toBe(200);
  expect((await paste("(5)")).status).toBe(200);
  expect(await numbers()).toEqual([-5, 1234]);
  const refused = await paste("1\n1/2");
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("content[1]");
});
