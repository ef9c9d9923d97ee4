/* After the load: all that was acknowledged is there, once, and nothing else; guards, numbers and choices agree with the records. */
import { isDeepStrictEqual } from "node:util";
import type { Client } from "./client.ts";
import type { Shared } from "./shared.ts";
import { type Cells, type Sheet, walk } from "./table.ts";

interface Audited {
  sheet: Sheet;
  clients: Client[];
  shared: Shared;
}

export async function audit({ sheet, clients, shared }: Audited): Promise<number> {
  const { tally, wire, path } = sheet;
  const records = await walk(sheet, 1000);
  const expected = new Map(clients.flatMap(({ account }) => [...account]));
  const found = new Map<string, Cells>();
  for (const record of records) {
    const { id, fields, autoNumber } = record;
    tally.holds(
      expected.has(id) || shared.owns(record),
      () => `${id} was deleted, or never acknowledged: ${JSON.stringify(record)}`,
    );
    tally.holds(!found.has(id), () => `${id} is listed twice`);
    found.set(id, fields);
    tally.holds(sheet.numbers.get(autoNumber) === id, () => `${id} has another number: ${autoNumber}`);
  }
  for (const [id, cells] of expected)
    tally.holds(
      isDeepStrictEqual(found.get(id), cells),
      () => `${id} is ${JSON.stringify(found.get(id))}, acknowledged ${JSON.stringify(cells)}`,
    );
  shared.check(records);

  const codes = records.flatMap(({ fields }) => fields.Code ?? []);
  tally.holds(new Set(codes).size === codes.length, () => "a unique value is there twice");
  const { body } = await wire.ask<{ rowCount: number }>(
    { operation: "count", method: "GET", path: `${path}/aggregation/row-count` },
    200,
  );
  tally.holds(body.rowCount === records.length, () => `${body.rowCount} counted, ${records.length} listed`);
  await checkChoices(sheet);
  await checkGuards(sheet, codes);
  return records.length;
}

/** Each value that a record has is taken; each that none has any more is free, and is used to show it. */
async function checkGuards({ tally, wire, path, codes }: Sheet, taken: string[]): Promise<void> {
  const create = (some: string[], operation: string, expected: number) =>
    wire.ask<{ data?: { total: number } }>(
      {
        operation,
        method: "POST",
        path: `${path}/record`,
        body: { records: some.map((Code) => ({ fields: { Code } })) },
      },
      expected,
    );
  for (const some of hundreds(taken)) {
    const { body } = await create(some, "create 100 taken ones", 400);
    const total = body.data?.total;
    tally.holds(total === some.length, () => `${total} of ${some.length} values are taken`);
  }
  const given = [...codes].filter((code) => !taken.includes(code));
  for (const some of hundreds(given)) await create(some, "create 100 given up", 201);
}

const hundreds = <Of>(list: Of[]): Of[][] =>
  Array.from({ length: Math.ceil(list.length / 100) }, (_, i) => list.slice(i * 100, (i + 1) * 100));

/** Clients made choices of the same names at once: there is one of each. */
async function checkChoices({ tally, wire, path }: Sheet): Promise<void> {
  interface Field {
    name: string;
    options: { choices?: { name: string }[] };
  }
  const { body } = await wire.ask<Field[]>(
    { operation: "list fields", method: "GET", path: `${path}/field` },
    200,
  );
  const names = body.flatMap(({ options }) => options.choices ?? []).map(({ name }) => name);
  tally.holds(new Set(names).size === names.length, () => `choices are there twice: ${names.sort()}`);
}
