/* Indexes follow their views and fields. */
import { beforeEach, expect, test, vi } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as deleteTable } from "#functions/table/delete-table-permanently";
import { handler as createView } from "#functions/view/create-view";
import { handler as deleteView } from "#functions/view/delete-view";
import { handler as filterView } from "#functions/view/filter-view";
import { entriesOf } from "#lib/data/indexes/index-items";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import { type IndexItem, readSchema, tableKey } from "#lib/data/schema/table-schema";
import { addToNumber, countItems, getItem } from "#lib/store/store";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { pieces, runToEnd, turn } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { chance } from "#test/support/run/chance";
import { disturbed } from "#test/support/store/faults";
import { tellNews } from "#test/support/store/record-images";

interface Shown {
  id: string;
  fields: { Name?: string; Status?: string };
}

const choices = ["todo", "doing", "done"].map((name, i) => ({ name, id: `cho0000000${i}`, color: "blue" }));
const statuses = ["done", "todo", undefined, "doing", "done", "doing", "todo"];

async function aSheet() {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "singleSelect", name: "Status", options: { choices } },
    ],
  });
  const { owner: as, tableId, baseId } = made;
  const params = { tableId };
  const status = made.table.fields[1].id as string;
  const indexes = async () => (await readSchema(tableId)).indexes;
  async function makeIndexes() {
    await tendIndexes(tableId, new Date().toISOString());
    for (const { jobId, state } of await indexes()) if (state !== "ready") await runToEnd(jobId, baseId);
  }
  async function create(names: (string | undefined)[], typecast = false): Promise<string[]> {
    const records = names.map((Status, i) => ({ fields: { Name: `n${i}`, ...(Status && { Status }) } }));
    const { status, body } = await call(createRecords, { as, params, body: { records, typecast } });
    expect(status).toBe(201);
    return body.records.map(({ id }: Shown) => id);
  }
  const { body: view } = await call(createView, {
    as,
    params,
    body: { name: "Sorted", type: "grid", sort: { sortObjs: [{ fieldId: status, order: "asc" }] } },
  });
  const list = async () => {
    const { body } = await call(listRecords, { as, params, query: { viewId: view.id } });
    return (body.records as Shown[]).map(({ fields }) => fields.Status ?? "–").join(" ");
  };
  const ids = await create(statuses);
  await addToNumber(counterKey(tableId), recordsWithoutIndex);
  await makeIndexes();
  expect(await indexes()).toMatchObject([{ state: "ready" }]);
  const states = async () => (await indexes()).map(({ state }) => state).sort();
  const update = (chosen: object[]) =>
    call(updateField, { as, params: { tableId, fieldId: status }, body: { options: { choices: chosen } } });
  return { ...made, as, params, ids, status, view, indexes, states, makeIndexes, create, list, update };
}

let sheet: Awaited<ReturnType<typeof aSheet>>;
beforeEach(async () => {
  sheet = await aSheet();
});

const entriesIn = async ({ id }: IndexItem) =>
  (await Promise.all(entriesOf(sheet.tableId, id).map(countItems))).reduce((sum, count) => sum + count, 0);

test("choices in another order end it in the same commit; another one is made", async () => {
  expect(await sheet.list()).toBe("– todo todo doing doing done done");
  expect((await sheet.update(choices.toReversed())).status).toBe(200);
  expect(await sheet.states()).toEqual(["ended"]);
  expect(await sheet.list()).toBe("– done done doing doing todo todo");
  // back again: writers have left it for a moment, so it stays ended
  expect((await sheet.update(choices)).status).toBe(200);
  expect(await sheet.states()).toEqual(["ended"]);
  await sheet.create(["doing"]);
  expect(await sheet.list()).toBe("– todo todo doing doing doing done done");
  const [old] = await sheet.indexes();
  await sheet.makeIndexes();
  expect(await sheet.states()).toEqual(["ready"]);
  expect(await sheet.list()).toBe("– todo todo doing doing doing done done");
  expect(old && (await entriesIn(old))).toBe(0);
});

test("a choice that is added keeps it, also one that typecast adds", async () => {
  await sheet.update([...choices, { name: "later", id: "cho00000009", color: "red" }]);
  expect(await sheet.states()).toEqual(["ready"]);
  await sheet.create(["later", "never"], true);
  await sheet.create(["todo"]);
  expect(await sheet.states()).toEqual(["ready"]);
  expect(await sheet.list()).toBe("– todo todo todo doing doing done done later never");
});

test("one over a formula ends with the first write after what the formula shows was changed", async () => {
  const { as, params, status } = sheet;
  const formula = { type: "formula", name: "Shown", options: { expression: `UPPER({${status}})` } };
  const { body: field } = await call(createField, { as, params, body: formula });
  const sort = { sortObjs: [{ fieldId: field.id, order: "desc" }] };
  const { body: view } = await call(createView, { as, params, body: { name: "Shown", type: "grid", sort } });
  await sheet.makeIndexes();
  expect(await sheet.states()).toEqual(["ready", "ready"]);
  const list = async () => {
    const { body } = await call(listRecords, { as, params, query: { viewId: view.id } });
    return (body.records as Shown[]).map(({ fields }) => fields.Status ?? "–").join(" ");
  };
  expect(await list()).toBe("todo todo done done doing doing –");
  const [first, ...others] = choices;
  await sheet.update([{ ...first, name: "a task" }, ...others]);
  expect(await list()).toBe("done done doing doing a task a task –");
  await sheet.create(["a task"]);
  expect(await sheet.states()).toEqual(["ended", "ready"]);
  // back again: what was written meanwhile has no entry
  await sheet.update(choices);
  expect(await list()).toBe("todo todo todo done done doing doing –");
  await sheet.makeIndexes();
  expect(await sheet.states()).toEqual(["ready", "ready"]);
  expect(await list()).toBe("todo todo todo done done doing doing –");
});

test("it is dropped with the last view that wants it, and all its entries go", async () => {
  const [index] = await sheet.indexes();
  expect(index && (await entriesIn(index))).toBe(statuses.length);
  const { as, params, view } = sheet;
  expect((await call(deleteView, { as, params: { ...params, viewId: view.id } })).status).toBe(200);
  await sheet.makeIndexes();
  expect(await sheet.indexes()).toEqual([]);
  expect(index && (await entriesIn(index))).toBe(0);
});

test("it ends with its field", async () => {
  const { as, params, status } = sheet;
  await call(deleteField, { as, params: { ...params, fieldId: status } });
  expect(await sheet.states()).toEqual(["ended"]);
});

test("of a view that sorts by a deleted field first, the rest of its order", async () => {
  const { as, params, status } = sheet;
  const { body: first } = await call(createField, {
    ...{ as, params },
    body: { type: "number", name: "First" },
  });
  const orders = [status, first.id].map((fieldId) => ({ fieldId, order: "desc" }));
  const sort = { sortObjs: orders.toReversed() };
  const { body: view } = await call(createView, { as, params, body: { name: "Two", type: "grid", sort } });
  await sheet.makeIndexes();
  await call(deleteField, { as, params: { ...params, fieldId: first.id } });
  const query = { viewId: view.id };
  const scanned = await call(listRecords, { as, params, query });
  await sheet.makeIndexes();
  expect((await sheet.indexes()).map((index) => index.orders)).toContainEqual(orders.slice(0, 1));
  expect((await call(listRecords, { as, params, query })).body).toEqual(scanned.body);
});

test("a large table is made in pieces that grow, and small ones after a failure; each record has one entry", async () => {
  const { as, params, status, baseId } = sheet;
  for (let i = 0; i < 3; i++) await sheet.create(Array.from({ length: 1000 }, (_, k) => statuses[k % 7]));
  const sort = { sortObjs: [{ fieldId: status, order: "desc" }] };
  const { body: view } = await call(createView, { as, params, body: { name: "Down", type: "grid", sort } });
  const readAll = async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = { viewId: view.id, take: "1000", ...(cursor && { cursor }) };
      const { body } = await call(listRecords, { as, params, query });
      ids.push(...body.records.map(({ id }: Shown) => id));
      cursor = body.nextCursor;
    }
    return ids;
  };
  const scanned = await readAll();
  await tendIndexes(sheet.tableId, new Date().toISOString());
  const index = (await sheet.indexes()).find(({ state }) => state === "building") as IndexItem;
  vi.spyOn(console, "error").mockImplementation(() => {});
  const failing = () =>
    disturbed(
      ({ command }) => (command === "BatchWriteItem" && chance() < 0.9 ? "not sent" : undefined),
      () => turn(index.jobId, baseId).then(() => {}),
    );
  const done: number[] = [];
  for (let isOver = false; !isOver; ) {
    if (done.length === 1) await failing();
    const job = await turn(index.jobId, baseId);
    done.push(job.progress.done);
    isOver = job.state === "done";
  }
  // the numbers of a table begin before what was added to make it large
  expect(done.length).toBeLessThan(6);
  expect(await entriesIn(index)).toBe(scanned.length);
  expect(await readAll()).toEqual(scanned);
});

test("restored records have their places again", async () => {
  const { as, params, ids, tableId } = sheet;
  const recordIds = ids.slice(0, 3);
  await call(deleteListedRecords, { as, params, body: { recordIds } });
  expect(await sheet.list()).toBe("todo doing doing done");
  await tellNews();
  const [item] = await recordItems({ as }, tableId);
  expect((await bringBack(item?.id ?? "", { as })).status).toBe(201);
  expect(await sheet.list()).toBe("– todo todo doing doing done done");
  const [index] = await sheet.indexes();
  expect(index && (await entriesIn(index))).toBe(statuses.length);
});

test("an index whose entries cannot be written refuses no write: it is ended", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let refused = 0;
  await disturbed(
    ({ command }) => (command === "BatchWriteItem" && ++refused > 0 ? "not sent" : undefined),
    () => sheet.create(["doing"]),
  );
  expect(refused).toBeGreaterThan(0);
  expect(await sheet.states()).toEqual(["ended"]);
  expect(await sheet.list()).toBe("– todo todo doing doing doing done done");
});

test("an index whose job has failed for good is made anew", async () => {
  await sheet.update(choices.toReversed());
  await tendIndexes(sheet.tableId, new Date().toISOString());
  const first = (await sheet.indexes()).find(({ state }) => state === "building");
  const failing = { ...pieces, makeIndex: async () => ({ progress: { done: 0 }, error: "no" }) };
  const job = first && (await turn(first.jobId, sheet.baseId, failing));
  expect(job).toMatchObject({ state: "failed" });
  await sheet.makeIndexes();
  expect((await sheet.indexes()).filter(({ id }) => id === first?.id)).toEqual([]);
  expect(await sheet.states()).toEqual(["ready"]);
});

test("a cleared table takes its entries along", async () => {
  const [index] = await sheet.indexes();
  const { as, baseId, tableId } = sheet;
  const { body } = await call(deleteTable, { as, params: { baseId, tableId } });
  await runToEnd(body.jobId, baseId);
  expect(index && (await entriesIn(index))).toBe(0);
  expect(await getItem(tableKey(tableId))).toBeUndefined();
});

test("the call that makes a table large says so to the consumer that makes indexes", async () => {
  const { as, baseId, spaceId } = sheet;
  const { tableId } = await aTable({}, as, { baseId, spaceId });
  await addToNumber(counterKey(tableId), recordsWithoutIndex - 1);
  const create = (count: number) =>
    call(createRecords, { as, params: { tableId }, body: { records: Array(count).fill({ fields: {} }) } });
  const large = () => getItem({ ...tableKey(tableId), sk: "LARGE" });
  await create(1);
  expect(await large()).toBeUndefined();
  await create(1);
  expect(await large()).toMatchObject({ entity: "largeTable" });
});

/** A view in the order of names with the records of these statuses. */
async function filteredView(value: string, fieldId = sheet.status) {
  const [name] = sheet.table.fields as { id: string }[];
  const filter = { conjunction: "and", filterSet: [{ fieldId, operator: "is", value }] };
  const sort = { sortObjs: [{ fieldId: name?.id, order: "asc" }] };
  const body = { name: "Filtered", type: "grid", sort, filter };
  const { status, body: view } = await call(createView, { as: sheet.as, params: sheet.params, body });
  expect(status).toBe(201);
  const list = async () => {
    const { body } = await call(listRecords, {
      as: sheet.as,
      params: sheet.params,
      query: { viewId: view.id },
    });
    return (body.records as Shown[]).map(({ fields }) => fields.Name).join(" ");
  };
  const index = async () => (await sheet.indexes()).find((each) => each.filter && each.state === "ready");
  return { view, list, index };
}

test("the index of a view has the records only that its filter lets through", async () => {
  const { list, index } = await filteredView("done");
  await sheet.makeIndexes();
  const made = (await index()) as IndexItem;
  expect(await entriesIn(made)).toBe(2);
  expect(await list()).toBe("n0 n4");
  const update = (id: string | undefined, Status: string | null) =>
    call(updateRecords, {
      as: sheet.as,
      params: sheet.params,
      body: { records: [{ id, fields: { Status } }] },
    });
  expect((await update(sheet.ids[0], "todo")).status).toBe(200);
  expect(await list()).toBe("n4");
  expect(await entriesIn(made)).toBe(1);
  expect((await update(sheet.ids[0], "done")).status).toBe(200);
  expect((await update(sheet.ids[2], "done")).status).toBe(200);
  expect(await list()).toBe("n0 n2 n4");
  expect(await entriesIn(made)).toBe(3);
});

test("a choice that its filter names gets another name: the filter means something else, and another index is made", async () => {
  const { list, index } = await filteredView("done");
  await sheet.makeIndexes();
  const first = await index();
  // an added choice changes nothing, unless the filter names it
  expect((await sheet.update([...choices, { name: "later", color: "red" }])).status).toBe(200);
  expect((await index())?.id).toBe(first?.id);
  const renamed = choices.map((each) => (each.name === "done" ? { ...each, name: "ended" } : each));
  expect((await sheet.update(renamed)).status).toBe(200);
  expect(await index()).toBeUndefined();
  const scanned = await list();
  await sheet.makeIndexes();
  expect((await index())?.id).not.toBe(first?.id);
  expect(await list()).toBe(scanned);
});

test("its filter is changed, or removed: the index is made anew, or that of the order serves", async () => {
  const { view, list, index } = await filteredView("done");
  await sheet.makeIndexes();
  const first = await index();
  const change = (filter: unknown) =>
    call(filterView, {
      as: sheet.as,
      params: { ...sheet.params, viewId: view.id },
      body: { filter },
    });
  const filterSet = [{ fieldId: sheet.status, operator: "is", value: "todo" }];
  expect((await change({ conjunction: "and", filterSet })).status).toBe(200);
  expect(await list()).toBe("n1 n6");
  await sheet.makeIndexes();
  expect((await index())?.id).not.toBe(first?.id);
  expect(await list()).toBe("n1 n6");
  expect((await change(null)).status).toBe(200);
  await sheet.makeIndexes();
  expect(await index()).toBeUndefined();
  expect((await sheet.indexes()).filter(({ state }) => state === "ready")).toHaveLength(2);
});

test("a filter that depends on the day is not in an index: all records are in that of the order", async () => {
  const { body: day } = await call(createField, {
    as: sheet.as,
    params: sheet.params,
    body: { type: "date", name: "Day" },
  });
  const [name] = sheet.table.fields as { id: string }[];
  for (const mode of ["today", "exactDate"]) {
    const value = {
      mode,
      timeZone: "UTC",
      ...(mode === "exactDate" && { exactDate: "2026-11-25T00:00:00.000Z" }),
    };
    const filter = { conjunction: "and", filterSet: [{ fieldId: day.id, operator: "is", value }] };
    const body = {
      name: mode,
      type: "grid",
      sort: { sortObjs: [{ fieldId: name?.id, order: "asc" }] },
      filter,
    };
    expect((await call(createView, { as: sheet.as, params: sheet.params, body })).status).toBe(201);
  }
  await sheet.makeIndexes();
  const made = (await sheet.indexes()).filter(({ orders }) => orders[0]?.fieldId === name?.id);
  expect(made.map(({ filter }) => JSON.stringify(filter ?? "").includes("exactDate")).sort()).toEqual([
    false,
    true,
  ]);
});
