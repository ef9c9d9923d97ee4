/* An error names every bad cell of a request by its path, for each kind of request: the first hundred, and their total. */
import { describe, expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { type Answered, aSheet, field } from "#test/functions/record/support/records";
import type { Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Value = (record: number, me: object) => unknown;
const always = (value: unknown) => () => value;
const choices = { choices: [{ name: "light" }] };

/** Twelve fields of eleven types. The first field identifies the records. */
const kinds: [type: string, good: Value, bad: unknown, options?: object][] = [
  ["singleLineText", (record) => `r${record}`, 1],
  ["longText", always("a\nb"), ["a"]],
  ["number", (record) => record / 2, "1"],
  ["number", always(0.5), {}, { formatting: { type: "percent", precision: 0 } }],
  ["rating", always(1), 1.5],
  ["checkbox", always(true), "yes"],
  ["singleSelect", always("light"), "none", choices],
  ["multipleSelect", always(["light"]), ["light", "none"], choices],
  ["user", (_, me) => me, { id: "usr0000000000000000" }],
  ["user", (_, me) => [me], "me", { isMultiple: true }],
  ["button", always({ count: 1 }), { count: -1 }, { label: "Go", color: "red" }],
  ["date", always("2026-01-31"), "no date", { formatting: { date: "YYYY", time: "None", timeZone: "UTC" } }],
];
const fields = kinds.map(([type, , , options], i) => field(`F${i}`, type, options && { options }));
const isBad = (record: number, kind: number) => (record + kind) % 2 === 0;

type Cells = Record<string, unknown>;

/** A thousand records with these cells. */
const thousand = (owner: Someone, holds = (_record: number, _kind: number) => true) => {
  const me = { id: owner.userId, title: "" };
  return Array.from({ length: 1000 }, (_, r): Cells => {
    const cells = kinds.flatMap(([, good, bad], k) =>
      holds(r, k) ? [[`F${k}`, isBad(r, k) ? bad : good(r, me)]] : [],
    );
    return Object.fromEntries(cells);
  });
};
const paths = Array.from({ length: 1000 }, (_, r) =>
  kinds.flatMap((_, k) => (isBad(r, k) ? [`records[${r}].fields.F${k}`] : [])),
).flat();

const listed = ({ status, body }: Awaited<ReturnType<typeof call>>) => ({
  status,
  total: body.data.total,
  paths: body.data.issues.map(({ path }: { path: string }) => path),
});
const all = { status: 400, total: 6000, paths: paths.slice(0, 100) };

describe("400: 1000 records of 12 fields, half of the cells bad", () => {
  test("creating them; without the bad half it succeeds", async () => {
    const { create, count, owner } = await aSheet({ fields });
    expect(listed(await create(thousand(owner)))).toEqual(all);
    expect(await count()).toBe(0);
    const answer = await create(thousand(owner, (r, k) => !isBad(r, k)));
    expect({ status: answer.status, made: answer.body.records?.length }).toEqual({ status: 201, made: 1000 });
  });

  test("with typecast only the cells that it cannot read are bad: {}, an unknown user, a bad count, no date", async () => {
    const { create, owner } = await aSheet({ fields });
    const unreadable = [3, 8, 10, 11];
    const answer = await create(thousand(owner), { typecast: true });
    expect(listed(answer)).toMatchObject({ status: 400, total: 2000 });
    const rest = thousand(owner, (r, k) => !isBad(r, k) || !unreadable.includes(k));
    expect((await create(rest, { typecast: true })).status).toBe(201);
  });

  test("updating them; without the bad half it succeeds", async () => {
    const { create, updateMany, count, owner, list } = await aSheet({ fields });
    const { records } = (await create(Array(1000).fill({}))).body;
    const changes = (cells: Cells[]) =>
      (records as Answered[]).map(({ id }, r) => ({ id, fields: cells[r] as Cells }));
    expect(listed(await updateMany(changes(thousand(owner))))).toEqual(all);
    expect((await list("take=1000")).body.records).toEqual(records);
    const good = thousand(owner, (r, k) => !isBad(r, k));
    expect((await updateMany(changes(good))).status).toBe(200);
    expect(await count()).toBe(1000);
  });

  test("upserting them by a field with bad values in half of the records", async () => {
    const { create, upsert, list, owner } = await aSheet({ fields });
    const { records } = (await create([{ F0: "r1" }, { F0: "r2" }])).body;
    expect(listed(await upsert(["F0"], thousand(owner)))).toEqual(all);
    expect((await list()).body.records).toEqual(records);
  });

  test("creating a table with them: no table is created", async () => {
    const { owner, baseId } = await aSheet();
    const members = thousand(owner).map((cells) => ({ fields: cells }));
    const answer = await call(createTable, {
      as: owner,
      params: { baseId },
      body: { name: "Big", fields, records: members },
    });
    expect(listed(answer)).toEqual(all);
  });

  test("unknown keys are reported only after the bad cells", async () => {
    const { create, owner } = await aSheet({ fields });
    const wrong = thousand(owner).map((cells) => ({ ...cells, Nope: 1 }));
    expect(listed(await create(wrong))).toEqual(all);
    const right = thousand(owner, (r, k) => !isBad(r, k)).map((cells) => ({ ...cells, Nope: 1 }));
    const unknown = Array.from({ length: 100 }, (_, r) => `records[${r}].fields.Nope`);
    expect(listed(await create(right))).toEqual({ status: 404, total: 1000, paths: unknown });
  });
});
