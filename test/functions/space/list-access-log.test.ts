import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { handler as listAccessLog } from "#functions/space/list-access-log";
import { entryChange } from "#lib/data/spaces/access-log/log-entries";
import { newUserId, type SpaceId } from "#lib/schemas/basics/ids";
import { allScopes } from "#lib/schemas/identity/scopes";
import { commit } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";
import { spaceLog } from "#test/support/makers/access-logs";
import { atAddress } from "#test/support/makers/files";
import { aToken } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { type Asking, call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

async function aSpace() {
  const place = await aPlace("space");
  const { spaceId, owner } = place;
  const ask = (query: Asking["query"] = {}, as: Asking["as"] = owner) =>
    call(listAccessLog, { as, params: { spaceId }, query });
  return { ...place, ask };
}

/** Entries at these times. */
async function fill(spaceId: SpaceId, times: string[], by: object = {}): Promise<void> {
  const place = { type: "space", id: spaceId, name: "Space" } as const;
  for (const now of times)
    await commit([entryChange(spaceId, "space.restored", { place }, { via: "service", now, ...by })]);
}

const day = (n: number) => new Date(Date.UTC(2026, 5, n)).toISOString();

test("200: who did what on whom, when, by what, with the role before and after", async () => {
  const { owner, spaceId, ask, member, setRole } = await aSpace();
  const bob = await member("viewer");
  const { headers } = await setRole(bob, "editor");
  const { body } = await ask();
  expect(body.entries[0]).toEqual({
    id: expect.stringMatching(/^\d{17}\w{12}$/),
    time: expect.any(String),
    action: "member.roleChanged",
    actor: {
      userId: owner.userId,
      name: owner.name,
      via: "token",
      viaId: expect.stringMatching(/^acc\w{16}$/),
    },
    place: { type: "space", id: spaceId, name: "Space" },
    subject: { type: "user", id: bob.userId, name: bob.name, tableId: null },
    before: { role: "viewer" },
    after: { role: "editor" },
    requestId: headers["x-request-id"],
  });
  expect(body.nextCursor).toBeNull();
});

test("403: below owner, and for a token without the scope; an owner who was demoted sees nothing more", async () => {
  const { owner, ask, member, setRole, remove } = await aSpace();
  for (const role of ["creator", "editor", "commenter", "viewer"] as const)
    expect((await ask({}, await member(role))).status).toBe(403);
  const scopes = allScopes.filter((scope) => scope !== "space|log_read");
  expect((await ask({}, { token: await aToken(owner.userId, { scopes }) })).status).toBe(403);
  const other = await member("owner");
  expect((await ask({}, other)).status).toBe(200);
  await setRole(other, "creator");
  expect((await ask({}, other)).status).toBe(403);
  await remove(other);
  expect((await ask({}, other)).status).toBe(404);
});

test("404: for the owner of another space; a token that does not reach the space", async () => {
  const [one, other] = [await aSpace(), await aSpace()];
  expect((await one.ask({}, other.owner)).status).toBe(404);
  const reach = { spaceIds: [], baseIds: [one.baseId] };
  expect((await one.ask({}, { token: await aToken(one.owner.userId, { reach }) })).status).toBe(404);
});

test("pages never repeat or skip an entry, also while entries are added", async () => {
  const { spaceId, ask } = await aSpace();
  await fill(
    spaceId,
    Array.from({ length: 53 }, (_, i) => day(1 + (i % 20))),
  );
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, body } = await ask({ take: "7", ...(cursor && { cursor }) });
    expect(status).toBe(200);
    seen.push(...body.entries.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
    await fill(spaceId, [day(28)]);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.toSorted()).toEqual(seen);
  // and that of the new space
  expect(seen.length).toBe(54);
});

test("200: a range of time, with both ends; one actor; one action", async () => {
  const { spaceId, ask, owner } = await aSpace();
  await fill(spaceId, [day(1), day(2), day(3)]);
  const userId = newUserId();
  await fill(spaceId, [day(4)], { userId, via: "session" });
  const timesOf = async (query: Record<string, string>) =>
    (await ask(query)).body.entries.map(({ time }: { time: string }) => time);
  expect(await timesOf({ startDate: day(2), endDate: day(3) })).toEqual([day(3), day(2)]);
  expect(await timesOf({ endDate: day(1) })).toEqual([day(1)]);
  expect(await timesOf({ startDate: day(3), endDate: day(2) })).toEqual([]);
  expect(await timesOf({ userId })).toEqual([day(4)]);
  expect(await timesOf({ action: "space.created" })).toHaveLength(1);
  expect(await timesOf({ action: "member.left" })).toEqual([]);
  expect(await timesOf({ userId: owner.userId, action: "space.restored" })).toEqual([]);
});

test("a page that finds little ends early, and its cursor leads on", async () => {
  const { spaceId, ask } = await aSpace();
  await fill(spaceId, [day(1)], { userId: newUserId() });
  const userId = newUserId();
  await fill(spaceId, [day(1)], { userId });
  for (let i = 0; i < 23; i++) {
    const place = { type: "space", id: spaceId, name: "Space" } as const;
    const of = (n: number) =>
      entryChange(spaceId, "space.restored", { place }, { via: "service", now: day(2 + (n % 20)) });
    await commit(Array.from({ length: 90 }, (_, n) => of(n)));
  }
  const { body } = await ask({ userId });
  expect(body.entries).toEqual([]);
  const { body: next } = await ask({ userId, cursor: body.nextCursor });
  expect(next.entries).toHaveLength(1);
  expect(next.nextCursor).toBeNull();
});

test("an entry is kept for a year, and not shown after that", async () => {
  const { spaceId, ask, owner } = await aSpace();
  const yearAgo = new Date(Date.now() - 366 * 86_400_000).toISOString();
  await fill(spaceId, [yearAgo]);
  expect((await ask({ endDate: day(1) })).body.entries).toEqual([]);
  const [entry] = await spaceLog(spaceId, owner);
  const item = await getItem<Item>({ pk: `ACCESSLOG#${spaceId}`, sk: entry?.id as string });
  const seconds = Date.parse(entry?.time as string) / 1000;
  expect((item?.["expiresAt"] as number) - seconds).toBeCloseTo(365 * 86_400, -1);
});

test.each([
  ["cursor", { cursor: "x" }],
  ["cursor", { cursor: Buffer.from("SPACE#spc").toString("base64url") }],
  ["action", { action: "nothing" }],
  ["startDate", { startDate: "yesterday" }],
  ["userId", { userId: "x" }],
  ["take", { take: "0" }],
  ["take", { take: "1001" }],
  ["format", { format: "xlsx" }],
])("400: %s", async (path, query: Record<string, string>) => {
  const { ask } = await aSpace();
  expect(refusal(await ask(query))).toEqual({ status: 400, paths: [path] });
});

test("302: a CSV file with all entries that match; no cell is a formula", async () => {
  const { spaceId, ask } = await aSpace();
  const name = '=HYPERLINK("https://bad.example")';
  await fill(
    spaceId,
    Array.from({ length: 12 }, (_, i) => day(1 + i)),
    { userId: newUserId(), name },
  );
  const { status, headers } = await ask({ format: "csv", endDate: day(10), take: "1" });
  expect(status).toBe(302);
  const file = await atAddress(headers["location"] ?? "");
  expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
  const rows: Record<string, string>[] = parse(file.bytes, { columns: true });
  expect(rows).toHaveLength(10);
  expect(rows[0]).toMatchObject({
    time: day(10),
    action: "space.restored",
    actorName: `'${name}`,
    via: "service",
  });
  for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+@\t\r]/);
});

test("302: a file with a line of JSON for each entry, as the list has them; also for a program that takes only JSON", async () => {
  const { spaceId, owner, ask } = await aSpace();
  await fill(spaceId, [day(1), day(2)]);
  const answer = await call(listAccessLog, {
    as: owner,
    params: { spaceId },
    query: { format: "jsonl" },
    headers: { accept: "application/json" },
  });
  expect(answer.status).toBe(302);
  const file = await atAddress(answer.headers["location"] ?? "");
  const lines = file.bytes.toString().trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual((await ask()).body.entries);
});
