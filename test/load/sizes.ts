/* A table in which each record takes one, two or three items of a commit, and every writer that changes many records in one call. */
import { expect } from "vitest";
import { handler as importRecords } from "#functions/csv/import-records";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as deleteRecords } from "#functions/record/delete-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as redoOperation } from "#functions/record/redo-operation";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as clearCells } from "#functions/selection/clear-cells";
import { handler as deleteSelectedRecords } from "#functions/selection/delete-selected-records";
import { handler as pasteCells } from "#functions/selection/paste-cells";
import { handler as duplicateTable } from "#functions/table/duplicate-table";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import { handler as restore } from "#functions/trash/restore-trash-item";
import { handler as createView } from "#functions/view/create-view";
import { handler as orderRows } from "#functions/view/order-rows";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import type { Endpoint } from "#lib/http/endpoint";
import { addToNumber } from "#lib/store/store";
import { makeIndexes } from "#test/functions/index/support";
import { leftovers, settleAll } from "#test/support/events/commits";
import { runJobsOf, runToEnd } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { type Asking, call } from "#test/support/requests/call";
import { tellNews } from "#test/support/store/record-images";

/** What a record writes besides itself, and what else a call keeps. */
export interface Shape {
  isUnique?: boolean;
  isLinked?: boolean;
  isIndexed?: boolean;
  hasHistory?: boolean;
}

/** The items of a commit that one new record takes. */
export const itemsPerRecord = ({ isUnique, isLinked }: Shape): number =>
  1 + Number(isUnique ?? false) + Number(isLinked ?? false);

type Cells = Record<string, unknown>;
interface Shown {
  id: string;
  fields: Cells;
}

export type Sheet = Awaited<ReturnType<typeof aSheetOf>>;

/** A table of this shape; with `most` records to link to, if it is linked. */
export async function aSheetOf(shape: Shape, most: number) {
  const people = await aTable({
    name: "People",
    fields: [{ type: "singleLineText", name: "Name" }],
    records: Array.from({ length: shape.isLinked ? most : 1 }, (_, i) => ({ fields: { Name: `p${i}` } })),
  });
  const { owner: as } = people;
  const made = await aTable(
    {
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "singleLineText", name: "Key", unique: shape.isUnique ?? false },
        { type: "number", name: "Size" },
      ],
      records: [],
    },
    as,
    people,
  );
  const { tableId, baseId } = made;
  const params = { tableId: tableId as string };
  const headers = shape.hasHistory ? { "x-window-id": "w1" } : {};
  const targets: string[] = people.table.records.map(({ id }: Shown) => id);
  const [, , size] = made.table.fields as { id: string }[];
  /** Calls an endpoint of the table; throws unless it succeeds. */
  async function ask(endpoint: Endpoint, asking: Asking = {}) {
    const answer = await call(endpoint, { as, ...asking, params: { ...params, ...asking.params }, headers });
    if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  if (shape.isLinked)
    await ask(createField, {
      body: {
        type: "link",
        name: "Who",
        options: { relationship: "manyMany", foreignTableId: people.tableId },
      },
    });
  const sort = { sortObjs: [{ fieldId: size?.id, order: "asc" }] };
  const group = [{ fieldId: size?.id ?? "", order: "asc" }];
  const view = await ask(createView, {
    body: { name: "By size", type: "grid", ...(shape.isIndexed && { group }), sort },
  });
  if (shape.isIndexed) {
    await addToNumber(counterKey(tableId), recordsWithoutIndex + 1);
    await makeIndexes({ as, params, baseId, orders: group, viewId: view.id });
  }

  /** The cells of a record with this number. */
  const cells = (name: string, i: number): Cells => ({
    ...{ Name: `${name}${i}`, Key: `${name}${i}`, Size: i % 7 },
    ...(shape.isLinked && { Who: [{ id: targets[i % targets.length] }] }),
  });
  async function list(query: Record<string, string> = {}): Promise<Shown[]> {
    const found: Shown[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await ask(listRecords, { query: { take: "1000", ...query, ...(cursor && { cursor }) } });
      found.push(...page.records);
      cursor = page.nextCursor;
    }
    return found;
  }
  return {
    ...{ as, shape, params, baseId, tableId, people, fields: made.table.fields, viewId: view.id as string },
    ask,
    cells,
    list,
  };
}

/** The cells of the records by name, without the titles of links. */
async function shownIn({ list }: Sheet): Promise<Cells[]> {
  const records = await list();
  return records.map(({ fields: { Who, ...cells } }) => ({
    ...cells,
    ...(Array.isArray(Who) && { Who: Who.map(({ id }: { id: string }) => ({ id })) }),
  }));
}

/** The other side of each link says the same, and a sorted view, which an index may serve, has each record once and in order. */
async function checkEverything(sheet: Sheet): Promise<void> {
  const { ask, list, people, shape, viewId } = sheet;
  await settleAll();
  expect(await leftovers()).toEqual([]);
  const plain = await list();
  const sorted = await list({ viewId });
  const size = ({ fields }: Shown) => (fields["Size"] === undefined ? -1 : Number(fields["Size"]));
  expect(sorted.map(({ id }) => id).toSorted()).toEqual(plain.map(({ id }) => id).toSorted());
  expect(sorted.map(size)).toEqual(plain.map(size).toSorted((a, b) => a - b));
  if (!shape.isLinked) return;
  const linked = new Map<string, string[]>();
  for (const { id, fields } of plain)
    for (const to of (fields["Who"] as { id: string }[] | undefined) ?? [])
      linked.set(to.id, [...(linked.get(to.id) ?? []), id].toSorted());
  const { records } = await ask(listRecords, {
    params: { tableId: people.tableId },
    query: { take: "1000" },
  });
  for (const { id, fields } of records as Shown[]) {
    const back = Object.values(fields).find((cell) => Array.isArray(cell)) as { id: string }[] | undefined;
    expect((back ?? []).map((each) => each.id).toSorted(), id).toEqual(linked.get(id) ?? []);
  }
}

/** Every writer writes this many records, one after the other; after each the table has exactly what it should. */
export async function writeAll(sheet: Sheet, count: number): Promise<void> {
  const { ask, cells, list, fields, params, baseId, tableId, shape } = sheet;
  const numbers = Array.from({ length: count }, (_, i) => i);
  const holds = async (what: string, expected: Cells[]) => {
    expect(await shownIn(sheet), `${what} ${count}`).toEqual(expected);
    await checkEverything(sheet);
  };
  const ids = async () => (await list()).map(({ id }) => id);
  const bring = async () => {
    await tellNews();
    const { items } = await ask(listTrashItems, { query: params });
    await ask(restore, { params: { trashId: items[0].id } });
  };
  const turn = async (what: string, undone: Cells[], redone: Cells[]) => {
    if (!shape.hasHistory) return;
    await tellNews();
    expect((await ask(undoOperation)).status).toBe("fulfilled");
    await holds(`undone: ${what}`, undone);
    await tellNews();
    expect((await ask(redoOperation)).status).toBe("fulfilled");
    await holds(`redone: ${what}`, redone);
  };

  const made = numbers.map((i) => cells("a", i));
  await ask(createRecords, { body: { records: made.map((each) => ({ fields: each })) } });
  await holds("created", made);
  await turn("created", [], made);

  const changed = numbers.map((i) => cells("b", i + 1));
  const known = await ids();
  await ask(updateRecords, { body: { records: changed.map((each, i) => ({ id: known[i], fields: each })) } });
  await holds("updated", changed);
  await turn("updated", made, changed);

  // half of them are found, as many are created
  const mixed = numbers.map((i) => cells("b", i + 1 + Math.floor(count / 2)));
  const found = changed.length - Math.floor(count / 2);
  const upserted = [...changed.slice(0, count - found), ...mixed];
  await ask(updateRecords, {
    body: { upsert: { fieldKeys: ["Key"] }, records: mixed.map((each) => ({ fields: { ...each } })) },
  });
  await holds("upserted", upserted);
  await turn("upserted", changed, upserted);
  await ask(deleteListedRecords, { body: { recordIds: (await ids()).slice(count) } });
  await holds("deleted after it", changed.length === 0 ? [] : upserted.slice(0, count));

  const pasted = numbers.map((i) => ({ ...upserted[i], Name: `c${i}`, Key: `c${i}`, Size: i % 5 }));
  await ask(pasteCells, {
    body: {
      ranges: [
        [0, 0],
        [0, 0],
      ],
      content: pasted.map(({ Name, Key, Size }) => [Name, Key, Size].join("\t")).join("\n"),
    },
  });
  await holds("pasted", pasted);
  await turn("pasted", upserted.slice(0, count), pasted);

  const cleared = pasted.map(({ Size: _, Key: __, ...rest }) => rest);
  await ask(clearCells, {
    body: {
      ranges: [
        [1, 0],
        [2, count - 1],
      ],
    },
  });
  await holds("cleared", cleared);
  await turn("cleared", pasted, cleared);
  await ask(pasteCells, {
    body: {
      ranges: [
        [1, 0],
        [1, 0],
      ],
      content: pasted.map(({ Key, Size }) => [Key, Size].join("\t")).join("\n"),
    },
  });

  const now = await ids();
  await ask(deleteListedRecords, { body: { recordIds: now } });
  await holds("deleted by list", []);
  await bring();
  await holds("restored", pasted);
  expect(await ids()).toEqual(now);

  await ask(deleteSelectedRecords, {
    query: {
      ranges: JSON.stringify([
        [0, 0],
        [0, count - 1],
      ]),
    },
  });
  await holds("deleted by rows", []);
  await turn("deleted by rows", pasted, []);
  await bring();
  await ask(deleteRecords, { query: { "recordIds[]": now } });
  await holds("deleted by their ids", []);
  await bring();
  await holds("restored again", pasted);

  const { id: plainView } = await ask(createView, { body: { name: `Rows ${count}`, type: "grid" } });
  const last = now.at(-1) as string;
  if (count > 1) {
    await ask(orderRows, {
      params: { viewId: plainView },
      body: { anchorId: last, position: "after", recordIds: now.slice(0, -1) },
    });
    expect((await list({ viewId: plainView })).map(({ id }) => id)).toEqual([last, ...now.slice(0, -1)]);
  }
  await ask(duplicateRecord, { params: { recordId: last }, body: {} }).catch((error: Error) => {
    // a copy would have the same unique value
    if (!shape.isUnique) throw error;
  });
  await ask(deleteListedRecords, { body: { recordIds: (await ids()).slice(count) } }).catch(
    (error: Error) => {
      if (!shape.isUnique) throw error;
    },
  );
  await holds("ordered and duplicated", pasted);

  const sizes = fields[2].id as string;
  const asText = pasted.map(({ Size, ...rest }) => ({ ...rest, Size: Number(Size).toFixed(2) }));
  await ask(convertField, { params: { fieldId: sizes }, body: { type: "singleLineText" } });
  expect(await shownIn(sheet)).toEqual(asText);
  await ask(convertField, { params: { fieldId: sizes }, body: { type: "number" } });
  await holds("converted and back", pasted);

  const noted = await ask(createField, { body: { type: "singleLineText", name: "Note" } });
  await ask(updateRecords, { body: { records: now.map((id) => ({ id, fields: { Note: "n" } })) } });
  await ask(deleteField, { params: { fieldId: noted.id } });
  const { items } = await ask(listTrashItems, { query: params });
  await ask(restore, { params: { trashId: items[0].id } });
  await holds(
    "field restored",
    pasted.map((each) => ({ ...each, Note: "n" })),
  );
  await ask(deleteField, { params: { fieldId: noted.id } });

  const copy = await ask(duplicateTable, {
    params: { baseId },
    body: { name: `Copy ${count}`, includeRecords: true },
  });
  if (copy.jobId) await runToEnd(copy.jobId, baseId);
  const copied = await ask(listRecords, { params: { tableId: copy.id }, query: { take: "1000" } });
  expect(copied.records.length, "duplicated").toBe(count);

  await ask(deleteListedRecords, { body: { recordIds: now } });
  const text = ["Name,Key,Size", ...pasted.map(({ Name, Key, Size }) => [Name, Key, Size].join(","))].join(
    "\n",
  );
  const { jobId } = await ask(importRecords, { body: { text } });
  await runToEnd(jobId, baseId);
  await holds(
    "imported",
    pasted.map(({ Name, Key, Size }) => ({ Name, Key, Size })),
  );
  await ask(deleteListedRecords, { body: { recordIds: await ids() } });
  await holds("deleted at last", []);
  await runJobsOf({ tableId, baseId });
}

/** Of one record: less than an item may have. */
const largeRecord = 350 * 1024;
/** Of one cell. */
const longText = 90_000;

/** Records of so many bytes in all are created, changed, emptied, deleted and restored, each in one call. */
export async function writeLarge(sheet: Sheet, bytes: number): Promise<void> {
  const { ask, cells, list, shape } = sheet;
  const names = ["T0", "T1", "T2", "T3"];
  for (const name of names) await ask(createField, { body: { type: "longText", name } });
  const count = Math.ceil(bytes / largeRecord);
  const each = Math.floor(bytes / count);
  const texts = (letter: string) =>
    Object.fromEntries(
      names.map((name, i) => [name, letter.repeat(Math.max(1, Math.min(longText, each - i * longText)))]),
    );
  const check = async (what: string, expected: Cells[]) => {
    const shown: Shown[] = [];
    for (const { id } of await list({ "projection[]": "Name" }))
      shown.push(await ask(getRecord, { params: { recordId: id } }));
    expect(
      shown.map(({ fields }) => fields),
      `${what} ${bytes}`,
    ).toEqual(expected);
  };
  const made = Array.from({ length: count }, (_, i) => ({ ...cells("a", i), ...texts("x") }));
  // in halves: a body has 4 MB
  const half = Math.ceil(count / 2);
  for (const some of [made.slice(0, half), made.slice(half)])
    await ask(createRecords, { body: { records: some.map((fields) => ({ fields })) } });
  await check("created", made);
  const ids = (await list({ "projection[]": "Name" })).map(({ id }) => id);
  const small = made.map(({ T0: _, ...rest }, i) => ({ ...rest, Size: i, T0: "y" }));
  await ask(updateRecords, { body: { records: ids.map((id, i) => ({ id, fields: { T0: "y", Size: i } })) } });
  await check("changed", small);
  if (shape.hasHistory) {
    await tellNews();
    expect((await ask(undoOperation)).status).toBe("fulfilled");
    await check("undone", made);
    expect((await ask(redoOperation)).status).toBe("fulfilled");
    await check("redone", small);
  }
  await ask(deleteSelectedRecords, {
    query: {
      ranges: JSON.stringify([
        [0, 0],
        [0, count - 1],
      ]),
    },
  });
  await check("deleted", []);
  await tellNews();
  const { items } = await ask(listTrashItems, { query: sheet.params });
  await ask(restore, { params: { trashId: items[0].id } });
  await check("restored", small);
  await checkEverything(sheet);
}
