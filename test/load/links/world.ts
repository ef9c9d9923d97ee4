/* Three tables with links of every kind between them, and random calls on their records. */
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as restore } from "#functions/trash/restore-trash-item";
import type { TableId } from "#lib/schemas/basics/ids";
import { recordItems } from "#test/functions/trash/support";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

/** From, to, relationship, one-way. */
const links = [
  [0, 1, "manyMany", false],
  [0, 1, "manyOne", false],
  [1, 2, "oneMany", false],
  [2, 0, "oneOne", false],
  [2, 1, "oneOne", true],
  [0, 2, "oneMany", true],
  [1, 0, "manyMany", true],
  [2, 2, "manyOne", false],
  [1, 1, "oneOne", false],
] as const;

interface LinkInfo {
  name: string;
  to: number;
  isMany: boolean;
}

export type LinkWorld = Awaited<ReturnType<typeof aLinkWorld>>;

/** Tables A, B and C with some records; `fields` of each are its link fields. */
export async function aLinkWorld() {
  const first = await aTable({ name: "A", fields: [{ type: "singleLineText", name: "Name" }], records: [] });
  const { owner: as } = first;
  const others = [];
  for (const name of ["B", "C"])
    others.push(
      await aTable({ name, fields: [{ type: "singleLineText", name: "Name" }], records: [] }, as, first),
    );
  const tables = [first, ...others].map(({ tableId }) => ({
    tableId: tableId as TableId,
    fields: [] as LinkInfo[],
  }));
  for (const [i, [from, to, relationship, isOneWay]] of links.entries()) {
    const body = {
      type: "link",
      name: `L${i}`,
      options: { relationship, isOneWay, foreignTableId: tables[to]?.tableId },
    };
    const params = { tableId: tables[from]?.tableId as string };
    const { status } = await call(createField, { as, params, body });
    if (status !== 201) throw new Error(`no link field: ${status}`);
    tables[from]?.fields.push({ name: `L${i}`, to, isMany: relationship.endsWith("Many") });
  }
  return { as, tables, tableIds: tables.map(({ tableId }) => tableId) };
}

export const random = (below: number) => Math.floor(Math.random() * below);
export const pick = <Of>(list: readonly Of[]): Of | undefined => list[random(list.length)];

/** The ids of the records that calls have made, by table; also of deleted ones. */
export type Ids = string[][];

function someCells({ fields }: LinkWorld["tables"][number], ids: Ids): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  for (const { name, to, isMany } of fields) {
    if (Math.random() < 0.6) continue;
    const known = ids[to] ?? [];
    const id = pick(known);
    if (Math.random() < 0.25 || id === undefined) cells[name] = null;
    else if (!isMany) cells[name] = { id };
    else cells[name] = [...new Set([id, pick(known), pick(known)])].map((each) => ({ id: each }));
  }
  return cells;
}

let names = 0;

/** Does something at random; adds the ids of records that it makes. */
export async function actAtRandom({ as, tables }: LinkWorld, ids: Ids): Promise<void> {
  const at = random(tables.length);
  const table = tables[at] as LinkWorld["tables"][number];
  const params = { tableId: table.tableId };
  const known = ids[at] as string[];
  const dice = Math.random();
  if (dice < 0.25 || known.length === 0) {
    const records = [0, 1].map(() => ({ fields: { Name: `n${names++}`, ...someCells(table, ids) } }));
    const { body } = await call(createRecords, { as, params, body: { records } });
    known.push(...(body.records ?? []).map(({ id }: { id: string }) => id));
  } else if (dice < 0.7) {
    const chosen = [...new Set([pick(known), pick(known)])];
    const records = chosen.map((id) => ({ id, fields: someCells(table, ids) }));
    await call(updateRecords, { as, params, body: { records } });
  } else if (dice < 0.8) {
    const records = [{ id: pick(known), fields: { Name: `n${names++}` } }];
    await call(updateRecords, { as, params, body: { records } });
  } else if (dice < 0.92) {
    await call(deleteListedRecords, {
      as,
      params,
      body: { recordIds: [...new Set([pick(known), pick(known)])] },
    });
  } else {
    const item = pick(await recordItems({ as }, table.tableId));
    if (item) await call(restore, { as, params: { trashId: item.id } });
  }
}
