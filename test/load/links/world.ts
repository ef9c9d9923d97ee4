/* Three tables with links of every kind between them, and random calls on their records. */
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as restore } from "#functions/trash/restore-trash-item";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { TableId } from "#lib/schemas/basics/ids";
import { recordItems } from "#test/functions/trash/support";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { chance, random } from "#test/support/run/chance";
import type { CallLog, Link } from "./call-log.ts";

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

/** A link field: of one of the rows above, or the field of the other table that shows it. */
interface LinkInfo {
  id: string;
  name: string;
  to: number;
  isMany: boolean;
  /** The id of the field of the other table that shows the same links. */
  back?: string;
}

export type LinkWorld = Awaited<ReturnType<typeof aLinkWorld>>;

/** Tables A, B and C with some records; `fields` of each are its link fields. */
export async function aLinkWorld() {
  const fields = [{ type: "singleLineText", name: "Name" }];
  const first = await aTable({ name: "A", fields, records: [] });
  const { owner: as } = first;
  const others = [];
  for (const name of ["B", "C"]) others.push(await aTable({ name, fields, records: [] }, as, first));
  const tableIds = [first, ...others].map(({ tableId }) => tableId as TableId);
  for (const [i, [from, to, relationship, isOneWay]] of links.entries()) {
    const options = { relationship, isOneWay, foreignTableId: tableIds[to] };
    const params = { tableId: tableIds[from] as string };
    const { status } = await call(createField, {
      as,
      params,
      body: { type: "link", name: `L${i}`, options },
    });
    if (status !== 201) throw new Error(`no link field: ${status}`);
  }
  await makeTitles(as, tableIds);
  const tables = await Promise.all(
    tableIds.map(async (tableId) => {
      const { body } = await call(listFields, { as, params: { tableId } });
      const all = body as { id: string; name: string; type: string; options: LinkOptions }[];
      const found = all.filter(({ type }) => type === "link");
      return {
        tableId,
        fields: found.map(({ id, name, options }): LinkInfo => {
          const { relationship, foreignTableId, symmetricFieldId } = options;
          const to = tableIds.indexOf(foreignTableId);
          const isMany = relationship.endsWith("Many");
          return { id, name, to, isMany, ...(symmetricFieldId && { back: symmetricFieldId }) };
        }),
      };
    }),
  );
  return { as, tables, tableIds };
}

/** Titles made of titles: of the links to A from what A links, and of links to C from the titles of A. */
async function makeTitles(as: { token: string }, [a, b, c]: TableId[]): Promise<void> {
  const idOf = async (tableId: TableId | undefined, name: string): Promise<string> => {
    const { body } = await call(listFields, { as, params: { tableId: tableId as string } });
    return body.find((field: { name: string }) => field.name === name).id;
  };
  const over = async (tableId: TableId | undefined, ...links: string[]): Promise<string> => {
    const ids = await Promise.all(links.map((link) => idOf(tableId, link)));
    const options = { expression: ids.map((id) => `"<" & {${id}} & ">"`).join(" & ") };
    const body = { type: "formula", name: `Over ${links.join(", ")}`, options };
    return (await call(createField, { as, params: { tableId: tableId as string }, body })).body.id;
  };
  const title = async (tableId: TableId | undefined, link: string, lookupFieldId: string) => {
    const params = { tableId: tableId as string, fieldId: await idOf(tableId, link) };
    const { status } = await call(updateField, { as, params, body: { options: { lookupFieldId } } });
    if (status !== 200) throw new Error(`no titles: ${status}`);
  };
  const ofA = await over(a, "L0", "L1");
  await title(c, "L3", ofA);
  await title(b, "L6", ofA);
  const ofC = await over(c, "L3", "L4", "L7");
  await title(b, "L2", ofC);
  await title(a, "L5", ofC);
}
export const pick = <Of>(list: readonly Of[]): Of | undefined => list[random(list.length)];

/** The ids of the records that calls have made, by table; also of deleted ones. */
export type Ids = string[][];

type Cells = Record<string, unknown>;

function someCells({ fields }: LinkWorld["tables"][number], ids: Ids): Cells {
  const cells: Cells = {};
  for (const { name, to, isMany } of fields) {
    if (chance() < 0.7) continue;
    const known = ids[to] ?? [];
    const id = pick(known);
    if (chance() < 0.25 || id === undefined) cells[name] = null;
    else if (!isMany) cells[name] = { id };
    else cells[name] = [...new Set([id, pick(known), pick(known)])].map((each) => ({ id: each }));
  }
  return cells;
}

let names = 0;

/** Does something at random; adds the ids of records that it makes. */
export async function actAtRandom({ as, tables }: LinkWorld, ids: Ids, log: CallLog): Promise<void> {
  const at = random(tables.length);
  const table = tables[at] as LinkWorld["tables"][number];
  const params = { tableId: table.tableId };
  const known = ids[at] as string[];
  const dice = chance();
  if (dice < 0.25 || known.length === 0) {
    const records = [0, 1].map(() => ({ fields: { Name: `n${names++}`, ...someCells(table, ids) } }));
    const ended = log.begin([]);
    const { status, body } = await call(createRecords, { as, params, body: { records } });
    const made: string[] = (body.records ?? []).map(({ id }: { id: string }) => id);
    known.push(...made);
    ended(
      status,
      linksIn(
        table,
        records.flatMap(({ fields }, i) => (made[i] ? [{ id: made[i], fields }] : [])),
      ),
    );
  } else if (dice < 0.7) {
    const chosen = [...new Set([pick(known), pick(known)])] as string[];
    const records = chosen.map((id) => ({ id, fields: someCells(table, ids) }));
    await update(records);
  } else if (dice < 0.75) {
    // the same links in another order, or with one fewer
    const id = pick(known) as string;
    const { status, body } = await call(getRecord, { as, params: { ...params, recordId: id } });
    if (status !== 200) return;
    const many = table.fields.filter(({ name }) => Array.isArray(body.fields[name]));
    const turned = many.map(({ name }) => [name, body.fields[name].toReversed().slice(random(2))]);
    await update([{ id, fields: Object.fromEntries(turned) }]);
  } else if (dice < 0.8) {
    await update([{ id: pick(known) as string, fields: { Name: `n${names++}` } }]);
  } else if (dice < 0.92) {
    const recordIds = [...new Set([pick(known), pick(known)])] as string[];
    const ended = log.begin(recordIds);
    const { status } = await call(deleteListedRecords, { as, params, body: { recordIds } });
    ended(status, []);
  } else {
    const item = pick(await recordItems({ as }, table.tableId));
    if (item) await call(restore, { as, params: { trashId: item.id } });
  }

  async function update(records: { id: string; fields: Cells }[]): Promise<void> {
    const ended = log.begin(cellsOf(table, records));
    const { status } = await call(updateRecords, { as, params, body: { records } });
    ended(status, linksIn(table, records));
  }
}

interface Sent {
  id: string;
  fields: Cells;
}

/** The link cells that these records name, as the log names them. */
const cellsOf = ({ fields }: LinkWorld["tables"][number], records: Sent[]): string[] =>
  records.flatMap((record) =>
    fields.flatMap(({ id, name }) => (record.fields[name] === undefined ? [] : [`${record.id} ${id}`])),
  );

const linksIn = ({ fields }: LinkWorld["tables"][number], records: Sent[]): Link[] =>
  records.flatMap((record) =>
    fields.flatMap(({ id, name, back }) =>
      [(record.fields[name] ?? []) as { id: string } | { id: string }[]].flat().map((other) => ({
        ...{ record: record.id, field: id, other: other.id },
        ...(back && { back }),
      })),
    ),
  );
