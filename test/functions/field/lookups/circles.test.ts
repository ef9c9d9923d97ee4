/* Circles over several tables: what closes one is refused, also if two callers make its halves at the same time. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as listRecords } from "#functions/record/list-records";
import { aBase, aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { disturbed } from "#test/support/store/faults";

interface Half {
  tableId: string;
  /** A formula of this table. */
  end: string;
  /** What looks up the formula of the next table. */
  over: string;
}

/** Tables, each with a formula and with what looks up the formula of the next one. Whoever uses it in his formula makes a part of a circle. */
async function aRing(count: number, { bases = 1, by = "rollup" } = {}) {
  const first = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] });
  const { owner: as } = first;
  const tables = [first];
  while (tables.length < count) {
    const place = bases > 1 ? await aBase(as) : first;
    tables.push(await aTable({ fields: [{ type: "singleLineText", name: "Name" }] }, as, place));
  }
  const add = async (tableId: string, body: object): Promise<string> => {
    const answer = await call(createField, { as, params: { tableId }, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.id;
  };
  const ends: string[] = [];
  for (const { tableId } of tables)
    ends.push(await add(tableId, { type: "formula", name: "End", options: { expression: "1" } }));
  const halves: Half[] = [];
  for (const [i, { tableId }] of tables.entries()) {
    const next = (i + 1) % count;
    const foreignTableId = tables[next]?.tableId;
    const options = { relationship: "manyOne", foreignTableId, isOneWay: true };
    const linkFieldId = await add(tableId, { type: "link", name: "Next", options });
    const what = by === "rollup" ? { type: "rollup", options: { expression: "sum({values})" } } : {};
    const how = by === "lookup" ? { type: "formula", isLookup: true } : {};
    const lookupOptions = { foreignTableId, linkFieldId, lookupFieldId: ends[next] };
    halves.push({
      ...{ tableId, end: ends[i] as string },
      over: await add(tableId, { ...what, ...how, name: "Over", lookupOptions }),
    });
  }
  return { as, halves };
}

const close = (as: Someone, { tableId, end, over }: Half) =>
  call(updateField, {
    as,
    params: { tableId, fieldId: end },
    body: { options: { expression: `{${over}} + 1` } },
  });

/** The names of the fields with an error. */
async function errorsIn(as: Someone, halves: Half[]): Promise<string[]> {
  const names: string[] = [];
  for (const { tableId } of halves) {
    const { body } = await call(listFields, { as, params: { tableId } });
    for (const { name, hasError } of body) if (hasError) names.push(name);
    expect(await call(listRecords, { as, params: { tableId } })).toMatchObject({ status: 200 });
  }
  return names;
}

test.each([2, 3, 5])(
  "one after another: of %i the last is refused with the fields of its table",
  async (count) => {
    const { as, halves } = await aRing(count);
    for (const half of halves.slice(1)) expect((await close(as, half)).status).toBe(200);
    const [last] = halves as [Half];
    const answer = await close(as, last);
    expect(refusal(answer)).toEqual({ status: 400, paths: ["options.expression"] });
    expect(answer.body.message).toContain("the field depends on itself");
    expect(answer.body.message).toContain(`"Over" (${last.over})`);
    expect(await errorsIn(as, halves)).toEqual([]);
  },
);

test.each([
  { count: 2, bases: 1, by: "rollup" },
  { count: 2, bases: 2, by: "lookup" },
  { count: 3, bases: 3, by: "rollup" },
])(
  "all at once, $count tables in $bases bases by $by: one hears of the circle, the others win",
  async (how) => {
    const { count } = how;
    for (let round = 0; round < 4; round++) {
      const { as, halves } = await aRing(count, how);
      const answers = await Promise.all(halves.map((half) => close(as, half)));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...new Array<number>(count - 1).fill(200), 400]);
      const refused = answers.find(({ status }) => status === 400);
      expect(refused?.body.message).toContain("the field depends on itself");
      expect(await errorsIn(as, halves)).toEqual([]);
    }
  },
);

test.each([
  { count: 2, bases: 1, by: "lookup" },
  { count: 4, bases: 4, by: "rollup" },
])("a commit that waits until the others have closed their part, $count tables", async (how) => {
  const { as, halves } = await aRing(how.count, how);
  const [first, ...others] = halves as [Half, ...Half[]];
  let isHeld = false;
  let answer: Awaited<ReturnType<typeof close>> | undefined;
  await disturbed(
    async ({ command }) => {
      if (command !== "TransactWriteItems" || isHeld) return undefined;
      isHeld = true;
      for (const half of others) expect((await close(as, half)).status).toBe(200);
      return undefined;
    },
    async () => {
      answer = await close(as, first);
    },
  );
  expect(refusal(answer as never)).toEqual({ status: 400, paths: ["options.expression"] });
  expect(await errorsIn(as, halves)).toEqual([]);
});

test("a formula can be changed that looks into a table and gives titles to its links, also while that table is changed", async () => {
  const far = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] });
  const { owner: as } = far;
  const near = await aTable(
    { fields: [{ type: "formula", name: "Title", options: { expression: "1" } }] },
    as,
    far,
  );
  const options = { relationship: "manyMany", foreignTableId: far.tableId };
  const params = { tableId: near.tableId };
  const link = await call(createField, { as, params, body: { type: "link", name: "Far", options } });
  const lookupOptions = {
    ...{ foreignTableId: far.tableId, linkFieldId: link.body.id },
    lookupFieldId: far.table.fields[0].id,
  };
  const body = {
    type: "rollup",
    name: "All",
    options: { expression: "array_join({values})" },
    lookupOptions,
  };
  const rollup = await call(createField, { as, params, body });
  for (let round = 0; round < 4; round++) {
    const expression = `"${round}" & {${rollup.body.id}}`;
    const answers = await Promise.all([
      call(updateField, {
        as,
        params: { ...params, fieldId: near.table.fields[0].id },
        body: { options: { expression } },
      }),
      call(createField, {
        as,
        params: { tableId: far.tableId },
        body: { type: "number", name: `n${round}` },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
  }
});
