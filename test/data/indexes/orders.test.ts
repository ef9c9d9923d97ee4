/* Whatever the order and the filter: the list from the index is that of a scan, after any writes. */
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as createView } from "#functions/view/create-view";
import { noteOrder } from "#lib/data/indexes/asked-orders";
import { changeIndex } from "#lib/data/indexes/change-index";
import type { IndexDefinition } from "#lib/data/indexes/index-definition";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import { change } from "#lib/store/commit";
import { addToNumber } from "#lib/store/store";
import { runToEnd } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { random } from "#test/support/run/chance";
import { disturbed } from "#test/support/store/faults";

const pick = <Of>(list: readonly Of[]): Of => list[random(list.length)] as Of;

const choices = ["red", "Rot", "blau", "ünder", "10"].map((name) => ({ name }));
const date = { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "Asia/Tokyo" } };
const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "longText", name: "Notes" },
  { type: "number", name: "Size" },
  { type: "checkbox", name: "Done" },
  { type: "rating", name: "Stars", options: { icon: "star", color: "yellowBright", max: 5 } },
  { type: "date", name: "Day", options: date },
  { type: "date", name: "At", options: { formatting: { ...date.formatting, time: "HH:mm" } } },
  { type: "singleSelect", name: "Color", options: { choices } },
  { type: "multipleSelect", name: "Colors", options: { choices } },
  { type: "autoNumber", name: "Number" },
  { type: "createdTime", name: "Created" },
  { type: "lastModifiedTime", name: "Changed" },
];

const texts = [
  "a",
  "A",
  "ä",
  "ab",
  "a b",
  "Ω",
  "я",
  "中文",
  "中",
  "🙂",
  "10",
  "9",
  "é\u0301",
  "x".repeat(300),
  "x".repeat(301),
];
const day = () => new Date(1_700_000_000_000 + random(5) * 43_200_000 + random(3) * 60_000).toISOString();
const colors = () =>
  [pick(choices).name, ...choices.map(({ name }) => name)].filter(
    (name, i, all) => all.indexOf(name) === i && (i === 0 || random(2)),
  );
const values = {
  Name: () => pick(texts),
  Notes: () => `${pick(texts)} ${pick(texts)}`,
  Size: () => pick([0, -1, 1, 0.1, -9e125, 9e125, 12.5, 5]),
  Done: () => random(2) === 0,
  Stars: () => 1 + random(5),
  Day: day,
  At: day,
  Color: () => pick(choices).name,
  Colors: colors,
};
const cells = () =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, random(4) === 0 ? null : value()]));

const and = (...items: [field: string, operator: string, value: unknown][]) => ({
  conjunction: "and",
  filterSet: items.map(([fieldId, operator, value]) => ({ fieldId, operator, value })),
});

test.each([
  "the list from an index of a view is that of a scan",
  "the list from an index that requests ask for is that of a scan",
])("%s", async (name) => {
  const isAsked = name.includes("ask");
  const made = await aTable({ fields });
  const { owner: as, tableId, baseId } = made;
  const params = { tableId };
  const ids: string[] = [];
  const create = async (count: number) => {
    const records = Array.from({ length: count }, () => ({ fields: cells() }));
    const { status, body } = await call(createRecords, { as, params, body: { records } });
    if (status !== 201) throw new Error(JSON.stringify(body));
    ids.push(...body.records.map(({ id }: { id: string }) => id));
  };
  await create(60);
  // so many that a filter is no reason to scan
  await addToNumber(counterKey(tableId), 10_000);
  const fieldIds: string[] = made.table.fields.map(({ id }: { id: string }) => id);
  const filters = [
    undefined,
    and(["Size", "isGreater", 0]),
    { conjunction: "or", filterSet: [{ fieldId: "Name", operator: "contains", value: "a" }] },
    // of the first field of some of the orders: these are ranges of their indexes
    and(["Size", "isLessEqual", 5], ["Done", "is", true]),
    and(["Color", "is", "blau"]),
    and(["Day", "isOnOrBefore", { mode: "exactDate", exactDate: day(), timeZone: "UTC" }]),
    and(["At", "isAfter", { mode: "exactDate", exactDate: day(), timeZone: "UTC" }]),
    and(["Stars", "isGreater", 2], ["Stars", "isLess", 5], ["Name", "isNotEmpty", null]),
    and(["Colors", "isEmpty", null], ["Size", "isEmpty", null]),
    and(["Size", "isGreater", 100], ["Size", "isLess", 1]),
  ];
  const idOf = (name: string) => made.table.fields.find((field: { name: string }) => field.name === name).id;
  const saved = filters.map(
    (filter) =>
      filter && {
        ...filter,
        filterSet: filter.filterSet.map((item) => ({ ...item, fieldId: idOf(item.fieldId) })),
      },
  );
  /** What each list is read with: a view, or an order of its own. */
  const lists = await Promise.all(
    Array.from({ length: 10 }, async (_, i): Promise<Record<string, string>> => {
      const first = { fieldId: fieldIds[i] as string, order: pick(["asc", "desc"]) };
      const others = Array.from({ length: random(3) }, () => ({
        fieldId: pick(fieldIds),
        order: pick(["asc", "desc"]),
      }));
      const sortObjs = [...new Map([first, ...others].map((each) => [each.fieldId, each])).values()];
      if (isAsked) {
        await noteOrder(tableId, {
          ...{ definition: { orders: sortObjs as IndexDefinition["orders"] }, pages: 40 },
          ...{ isAsked: true, isMissing: true },
        });
        return { orderBy: JSON.stringify(sortObjs), fieldKeyType: "id" };
      }
      // of every second view the filter is saved: an index has only the records that match
      const filter = i % 2 ? pick(saved) : undefined;
      const body = { name: `v${i}`, type: "grid", sort: { sortObjs }, ...(filter && { filter }) };
      const { status, body: view } = await call(createView, { as, params, body });
      expect(status).toBe(201);
      return { viewId: view.id };
    }),
  );
  /** All these lists, with each filter, in pages; and how many times an index was read. */
  async function readAll(take: number) {
    const found: unknown[] = [];
    const calls = await disturbed(
      () => undefined,
      async () => {
        for (const listed of lists)
          for (const filter of isAsked ? saved : filters) {
            const query = {
              ...listed,
              take: String(take),
              ...(filter && { filter: JSON.stringify(filter) }),
            };
            const list: unknown[] = [];
            for (let cursor: string | null = ""; cursor !== null; ) {
              const page = await call(listRecords, {
                as,
                params,
                query: { ...query, ...(cursor && { cursor }) },
              });
              expect(page.status).toBe(200);
              list.push(...page.body.records);
              cursor = page.body.nextCursor;
            }
            found.push(list);
          }
      },
    );
    const indexed = calls.filter(({ input }) => JSON.stringify(input).includes('":pk":"INDEX#'));
    return { lists: found, isIndexed: indexed.length > 0 };
  }

  const scanned = await readAll(1000);
  expect(scanned.isIndexed).toBe(false);
  await tendIndexes(tableId, new Date().toISOString());
  const { indexes } = await readSchema(tableId);
  expect(indexes.length).toBeGreaterThan(5);
  for (const { jobId } of indexes) await runToEnd(jobId, baseId);
  const fromIndex = await readAll(7);
  expect(fromIndex.isIndexed).toBe(true);
  expect(fromIndex.lists).toEqual(scanned.lists);

  for (let i = 0; i < 5; i++) {
    await create(1 + random(10));
    const records = ids.filter(() => random(6) === 0).map((id) => ({ id, fields: cells() }));
    if (records.length > 0)
      expect((await call(updateRecords, { as, params, body: { records } })).status).toBe(200);
  }
  const after = await readAll(9);
  for (const { id } of indexes) await changeIndex(tableId, id, (item) => change(item, { state: "ended" }));
  const scannedAgain = await readAll(1000);
  expect(scannedAgain.isIndexed).toBe(false);
  expect(after.lists).toEqual(scannedAgain.lists);
});
