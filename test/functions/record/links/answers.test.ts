/* What a write answers is what is stored: also of links between records of one table, and of what is looked up over them. */
import { describe, expect, test } from "vitest";
import { handler as clickButton } from "#functions/record/click-button";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { relationships } from "#lib/engine/field-types/shared/links";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { random } from "#test/support/run/chance";
import { isWhole } from "#test/support/run/sample";

type Shown = { id: string; name: string; fields: Record<string, unknown> };
const holdsMany = (relationship: string) => relationship === "manyMany" || relationship === "oneMany";

/** A table whose field Next links to itself, with lookups over both sides, and over another table and back. */
async function aTree(relationship: string, isOneWay: boolean) {
  const tree = await aTable({
    fields: [
      { type: "singleLineText", name: "N" },
      { type: "number", name: "X" },
      { type: "button", name: "Go", options: { label: "Go", color: "teal" } },
    ],
    records: [],
  });
  const { owner: as, tableId } = tree;
  const other = await aTable(
    { name: "Other", fields: [{ type: "singleLineText", name: "N" }], records: [] },
    as,
    tree,
  );
  const { add, find, make } = actionsOf(as);
  const [name, number] = await Promise.all([find(tree, "N"), find(tree, "X")]);
  const sum = { type: "rollup", options: { expression: "sum({values})" } };
  const next = await add(tree, aLinkNamed("Next", tree, { relationship, isOneWay }));
  const symmetric = (next.options as { symmetricFieldId?: string }).symmetricFieldId;
  const sides = [next, ...(symmetric ? [{ ...next, id: symmetric }] : [])];
  for (const [i, side] of sides.entries()) {
    const over = overLink(side as typeof next, tree, name.id);
    await add(tree, { type: "singleLineText", isLookup: true, name: `Names ${i}`, ...over });
    const total = await add(tree, {
      ...sum,
      name: `Sum ${i}`,
      ...overLink(side as typeof next, tree, number.id),
    });
    await add(tree, {
      ...{ type: "rollup", name: `Count ${i}`, options: { expression: "countall({values})" } },
      ...over,
    });
    await add(tree, { type: "formula", name: `Made ${i}`, options: { expression: `{${total.id}} * 2` } });
  }
  const home = await add(tree, aLinkNamed("Home", other, { relationship: "manyOne" }));
  const members = (home.options as { symmetricFieldId: string }).symmetricFieldId;
  const link = { ...home, id: members, options: { ...home.options, foreignTableId: tableId } };
  const all = await add(other, { ...sum, name: "All", ...overLink(link as typeof home, tree, number.id) });
  await add(tree, { type: "rollup", isLookup: true, name: "Of home", ...overLink(home, other, all.id) });
  await add(tree, {
    ...{ type: "link", isLookup: true, name: "Mates" },
    ...overLink(home, other, members),
  });
  const homes = await make(other, [{ N: "one" }, { N: "two" }]);
  const params = { tableId };
  const get = async (recordId: string) =>
    (await call(getRecord, { as, params: { tableId, recordId } })).body as Shown;
  /** Asks, and expects what the records are right after. */
  async function answers(asked: Promise<{ status: number; body: unknown }>, pick: (body: never) => Shown[]) {
    const { status, body } = await asked;
    if (status >= 400) return { status, records: [] as Shown[] };
    const records = pick(body as never);
    expect(records).toEqual(await Promise.all(records.map(({ id }) => get(id))));
    return { status, records };
  }
  return {
    ...{ as, tree, homes, get },
    create: (fields: object[]) =>
      answers(
        call(createRecords, { as, params, body: { records: fields.map((each) => ({ fields: each })) } }),
        ({ records }: { records: Shown[] }) => records,
      ),
    update: (recordId: string, fields: object) =>
      answers(
        call(updateRecord, { as, params: { tableId, recordId }, body: { record: { fields } } }),
        (record: Shown) => [record],
      ),
    updateAll: (records: { id: string; fields: object }[]) =>
      answers(call(updateRecords, { as, params, body: { records } }), (shown: Shown[]) => shown),
    upsert: (fields: object[]) =>
      answers(
        call(updateRecords, {
          ...{ as, params },
          body: { records: fields.map((each) => ({ fields: each })), upsert: { fieldKeys: ["N"] } },
        }),
        ({ records }: { records: Shown[] }) => records,
      ),
    duplicate: (recordId: string) =>
      answers(
        call(duplicateRecord, {
          ...{ as, params: { tableId, recordId } },
          query: { fieldKeyType: "name" },
          body: {},
        }),
        ({ records }: { records: Shown[] }) => records,
      ),
    click: async (recordId: string) => {
      const { id: fieldId } = await find(tree, "Go");
      return answers(
        call(clickButton, { as, params: { tableId, recordId, fieldId }, query: { fieldKeyType: "name" } }),
        ({ record }: { record: Shown }) => [record],
      );
    },
  };
}

const kinds = relationships.flatMap((relationship) =>
  [false, true].map((isOneWay) => ({ relationship, isOneWay })),
);

describe.each(kinds)("$relationship, one-way: $isOneWay", ({ relationship, isOneWay }) => {
  test("the answer of every write is what the records are right after", async () => {
    const tree = await aTree(relationship, isOneWay);
    const { records } = await tree.create([{ N: "a" }, { N: "b", X: 2 }, { N: "c", X: 3 }, { N: "d" }]);
    const ids = records.map(({ id }) => id);
    const any = <Of>(list: readonly Of[]) => list[random(list.length)] as Of;
    const cell = () => {
      const chosen = [...new Set(Array.from({ length: random(3) }, () => any(ids)))].map((id) => ({ id }));
      if (holdsMany(relationship)) return chosen.length > 0 ? chosen : null;
      return chosen[0] ?? null;
    };
    const fields = () => ({
      ...(random(2) && { Next: cell() }),
      ...(random(3) === 0 && { N: `n${random(5)}` }),
      ...(random(3) === 0 && { X: random(10) }),
      ...(random(3) === 0 && { Home: random(3) ? { id: any(tree.homes) } : null }),
    });
    const some = () => [...new Set([any(ids), any(ids), any(ids)])];
    const acts = [
      async () => tree.create([fields(), fields()]),
      async () => tree.update(any(ids), fields()),
      async () => tree.update(any(ids), fields()),
      async () => tree.updateAll(some().map((id) => ({ id, fields: fields() }))),
      async () => tree.updateAll(some().map((id) => ({ id, fields: fields() }))),
      async () => tree.upsert([{ ...fields(), N: `n${random(5)}` }]),
      async () => tree.duplicate(any(ids)),
      async () => tree.click(any(ids)),
    ];
    const statuses = new Map<number, number>();
    for (let step = 0; step < (isWhole ? 60 : 20); step++) {
      const { status, records: shown } = await any(acts)();
      ids.push(...shown.flatMap(({ id }) => (ids.includes(id) ? [] : id)));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].every((status) => [200, 201, 400].includes(status))).toBe(true);
  });

  test("a record links to itself, is renamed meanwhile, and no longer links to itself", async () => {
    const tree = await aTree(relationship, isOneWay);
    const { records } = await tree.create([{ N: "a", X: 1 }]);
    const [{ id }] = records as [Shown];
    const itself = (title: string) => (holdsMany(relationship) ? [{ id, title }] : { id, title });
    const set = await tree.update(id, { Next: itself("sent"), N: "b" });
    expect(set.records[0]?.fields).toMatchObject({ N: "b", Next: itself("b"), "Sum 0": 1, "Made 0": 2 });
    const renamed = await tree.updateAll([{ id, fields: { N: "c", X: 5 } }]);
    expect(renamed.records[0]?.fields).toMatchObject({ Next: itself("c"), "Sum 0": 5, "Made 0": 10 });
    const removed = await tree.update(id, { Next: null });
    expect(removed.records[0]?.fields).not.toHaveProperty("Next");
    expect(Object.values(removed.records[0]?.fields ?? {})).not.toContainEqual(itself("c"));
  });
});
