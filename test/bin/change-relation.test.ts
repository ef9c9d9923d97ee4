/*
 * The relationship of a link field is changed in the call that asks for it, on one machine: npm start makes all calls of its store, so it
 * knows when those that began before have ended.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";

let server: Server;
let root: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  root = temporaryFolder();
  server = await startServer(root.folder);
}, 60_000);
afterAll(async () => {
  await server.stop("SIGTERM");
  root.remove();
});

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${server.dev.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.dev.token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}
async function made(path: string, body: object) {
  const answer = await call("POST", path, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const nameField = { name: "Name", type: "singleLineText" };

/** People and films, and a field of the films that links any number of both. */
async function aWorld(records: { people: number; films: number }) {
  const space = await made("/space", { name: "s" });
  const base = await made("/base", { spaceId: space.id, name: "b" });
  const make = (name: string, count: number) =>
    made(`/base/${base.id}/table`, {
      name,
      fields: [nameField],
      records: Array.from({ length: count }, (_, i) => ({ fields: { Name: `${name} ${i}` } })),
    });
  const [people, films] = [await make("people", records.people), await make("films", records.films)];
  const options = { relationship: "manyMany", foreignTableId: people.id };
  const cast = await made(`/table/${films.id}/field`, { name: "Cast", type: "link", options });
  const symmetric = cast.options.symmetricFieldId as string;
  const link = (film: string, ids: string[] | string | null) => {
    const cell = Array.isArray(ids) ? ids.map((id) => ({ id })) : ids && { id: ids };
    return call("PATCH", `/table/${films.id}/record/${film}`, {
      fieldKeyType: "id",
      record: { fields: { [cast.id]: cell } },
    });
  };
  const change = (options: object) => call("PATCH", `/table/${films.id}/field/${cast.id}`, { options });
  const field = async () => (await call("GET", `/table/${films.id}/field/${cast.id}`)).body;
  return { people, films, cast, symmetric, link, change, field };
}
type World = Awaited<ReturnType<typeof aWorld>>;

/** The links that the records of a table show in a field, as "film person". */
async function linksOf(table: string, field: string, isThere: boolean): Promise<string[]> {
  const { body } = await call("GET", `/table/${table}/record?take=1000&fieldKeyType=id`);
  return body.records
    .flatMap(({ id, fields }: { id: string; fields: Record<string, { id: string }[]> }) =>
      [fields[field] ?? []].flat().map((other) => (isThere ? `${other.id} ${id}` : `${id} ${other.id}`)),
    )
    .sort();
}
const bothSides = async ({ films, people, cast, symmetric }: World) => ({
  here: await linksOf(films.id, cast.id, false),
  there: await linksOf(people.id, symmetric, true),
});

test("after the answer it is changed: nothing is pending, cells are written, records deleted and restored", async () => {
  const world = await aWorld({ people: 3, films: 3 });
  const { people, films, link, change, field } = world;
  const [ann, bob, cid] = people.records.map(({ id }: { id: string }) => id);
  const [first, second, third] = films.records.map(({ id }: { id: string }) => id);
  expect((await link(first, [ann, bob])).status).toBe(200);
  expect((await link(second, [ann])).status).toBe(200);

  for (const [relationship, links] of [
    ["manyOne", [`${first} ${ann}`, `${second} ${ann}`]],
    ["oneOne", [`${first} ${ann}`]],
    ["oneMany", [`${first} ${ann}`]],
    ["manyMany", [`${first} ${ann}`]],
  ] as const) {
    expect((await change({ relationship })).status).toBe(200);
    expect(await field()).toMatchObject({ options: { relationship } });
    expect(await field()).not.toHaveProperty("isPending");
    const sorted = [...links].sort();
    expect(await bothSides(world)).toEqual({ here: sorted, there: sorted });
    const isMany = relationship.endsWith("Many");
    expect((await link(third, isMany ? [bob, cid] : bob)).status).toBe(200);
    expect((await bothSides(world)).there).toContain(`${third} ${bob}`);
    expect((await link(third, null)).status).toBe(200);
  }
  expect((await call("DELETE", `/table/${people.id}/record/${ann}`)).status).toBe(200);
  expect(await bothSides(world)).toEqual({ here: [], there: [] });

  expect((await change({ isOneWay: true })).status).toBe(200);
  expect(await field()).not.toHaveProperty("isPending");
  expect((await link(first, [bob, cid])).status).toBe(200);
  expect(await linksOf(films.id, world.cast.id, false)).toEqual(
    [`${first} ${bob}`, `${first} ${cid}`].sort(),
  );
});

test("calls at the same time: each is done or a 409, and both sides agree", async () => {
  const world = await aWorld({ people: 10, films: 10 });
  const { people, films, link, change, field } = world;
  const idsOf = (table: typeof people): string[] => table.records.map(({ id }: { id: string }) => id);
  const [persons, titles] = [idsOf(people), idsOf(films)];
  const statuses = new Set<number>();
  let isOver = false;
  async function write(writer: number) {
    for (let i = writer; !isOver; i += 7) {
      const [film, person, other] = [titles[i % 10], persons[(i * 3) % 10], persons[(i * 7 + 1) % 10]];
      const { body } = await call("GET", `/table/${films.id}/field/${world.cast.id}`);
      const ids = [...new Set([person as string, other as string])];
      const isMany = body.options.relationship.endsWith("Many");
      const { status } = await link(film as string, isMany ? ids : (ids[0] as string));
      statuses.add(status);
    }
  }
  const writers = Promise.all([0, 1, 2, 3, 4, 5].map(write));
  for (const relationship of ["manyOne", "manyMany", "oneMany", "oneOne", "manyMany"]) {
    expect((await change({ relationship })).status).toBe(200);
    expect(await field()).toMatchObject({ options: { relationship } });
    await expect.poll(field, { timeout: 90_000 }).not.toHaveProperty("isPending");
    const { here, there } = await bothSides(world);
    expect([here.length, there.length].every((count) => count > 0)).toBe(true);
  }
  isOver = true;
  await writers;
  // 400: the cell was written for the relationship of before, or the record is taken
  expect([...statuses].filter((status) => ![200, 400, 409].includes(status))).toEqual([]);
  expect(statuses).toContain(200);
  const { here, there } = await bothSides(world);
  expect(here).toEqual(there);
}, 120_000);
