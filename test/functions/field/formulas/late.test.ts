/* Formulas that depend on the time are worked out when they are read; the pages of a list have one time. */
import { beforeAll, expect, test } from "vitest";
import { nextMillisecond } from "#test/support/run/next-millisecond";
import { aFormulaTable } from "./support.ts";

let table: Awaited<ReturnType<typeof aFormulaTable>>;
let nowId: string;
let ageId: string;
beforeAll(async () => {
  table = await aFormulaTable();
  nowId = (await table.formula(`DATETIME_DIFF(NOW(), "1970-01-01", "ms")`, { name: "Now" })).id;
  ageId = (await table.formula(`DATETIME_DIFF(TODAY(), {${table.idOf("Due")}}, "year")`, { name: "Age" })).id;
  await table.formula(`FROMNOW({${table.idOf("Due")}}, "year") > 50`, { name: "Old" });
  const year = new Date().getUTCFullYear();
  await table.add(
    { Name: "a", Due: `${year - 2}-06-01` },
    { Name: "b", Due: "1950-01-01" },
    { Name: "c" },
    { Name: "d", Due: `${year - 5}-06-01` },
  );
});
const names = async (query: Record<string, string>) => (await table.cells(query)).map(({ Name }) => Name);
const orderBy = (fieldId: string, order = "asc") => JSON.stringify([{ fieldId, order }]);
const filterBy = (fieldId: string, operator: string, value: unknown) =>
  JSON.stringify({ conjunction: "and", filterSet: [{ fieldId, operator, value }] });

test("cells, filters and sorts go by the time of the request", async () => {
  const before = Date.now();
  const [first, ...others] = (await table.cells()).map(({ Now }) => Now as number);
  expect(first).toBeGreaterThanOrEqual(before - 60_000);
  expect(new Set(others)).toEqual(new Set([first]));
  expect(await names({ filter: filterBy(ageId, "isGreater", 10) })).toEqual(["b"]);
  expect(await names({ orderBy: orderBy(ageId, "desc") })).toEqual(["b", "d", "a", "c"]);
  expect((await table.cells()).map(({ Old }) => Old)).toEqual([undefined, true, undefined, undefined]);
});

test.each(["asc", "desc"])("the pages of a list have one time: %s", async (order) => {
  const query = { orderBy: orderBy(nowId, order), take: "1" };
  const seen: unknown[] = [];
  const times = new Set<unknown>();
  let cursor: string | null | undefined;
  for (let page = 0; page < 10 && cursor !== null; page++) {
    const { body } = await table.list({ ...query, ...(cursor && { cursor }) });
    for (const { fields } of body.records) {
      seen.push(fields.Name);
      times.add(fields["Now"]);
    }
    cursor = body.nextCursor;
    await nextMillisecond();
  }
  expect(seen).toEqual(["a", "b", "c", "d"]);
  expect(times.size).toBe(1);
  expect((await table.cells(query))[0]?.["Now"]).not.toBe([...times][0]);
});

test("so have those of a list that is only filtered", async () => {
  const first = await table.list({ filter: filterBy(nowId, "isGreater", 0), take: "2" });
  await nextMillisecond();
  const second = await table.list({
    ...{ filter: filterBy(nowId, "isGreater", 0), take: "2" },
    cursor: first.body.nextCursor,
  });
  expect(second.body.records.map(({ fields }: { fields: { Name: string } }) => fields.Name)).toEqual([
    "c",
    "d",
  ]);
  expect(second.body.records[0].fields.Now).toBe(first.body.records[0].fields.Now);
});

const partsOf = (cursor: string): unknown[] => JSON.parse(Buffer.from(cursor, "base64url").toString());
const cursorOf = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");

test("a cursor has the time only if the list depends on it; one without it stays valid", async () => {
  const plain = await table.list({ orderBy: orderBy(table.idOf("Name")), take: "2" });
  expect(partsOf(plain.body.nextCursor).length).toBeLessThan(5);
  const query = { orderBy: orderBy(ageId), take: "2" };
  const late = partsOf((await table.list(query)).body.nextCursor);
  expect(late).toHaveLength(5);
  expect(await names({ ...query, cursor: cursorOf(late.slice(0, 3)) })).toEqual(["d", "b"]);
});

test.each([-1, 1.5, 1e300, "now", null])("400: a cursor with the time %j", async (instant) => {
  const query = { orderBy: orderBy(ageId), take: "2" };
  const parts = partsOf((await table.list(query)).body.nextCursor);
  const answer = await table.list({ ...query, cursor: cursorOf([...parts.slice(0, 4), instant]) });
  expect(answer.status).toBe(400);
  expect(answer.body.data.issues).toMatchObject([{ path: "cursor" }]);
});
