/*
 * A space is moved between two servers while clients write into it: what was acknowledged is in the target, once, with the same ids, history and
 * trash, and the target sends nothing because of what was copied.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { kindOf } from "../../../bin/admin/move-space/kinds.ts";
import { aPerson, caller, readFolder, type StoredItem, startTwo } from "./two-servers.ts";
import { done, fill, join, readTitles, write } from "./world.ts";

/** A receiver of webhooks, and the servers' signatures of what it got. */
async function aReceiver() {
  const received: { type: string; recordId?: string }[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    received.push(JSON.parse(text));
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

/** The items of a space that a move copies, with what it changes in them taken out. */
function comparable(items: Map<string, StoredItem>, spaceId: string, people: ReadonlyMap<string, string>) {
  const own = new Set([spaceId]);
  for (const kind of ["base", "table", "field", "goneField", "view"])
    for (const { entity, id, pk, ...item } of items.values()) {
      const of = entity === "base" ? item["spaceId"] : entity === "table" ? item["baseId"] : pk.split("#")[1];
      if (entity === kind && own.has(String(of))) own.add(String(id));
    }
  const isOwn = ({ pk, uses }: StoredItem) =>
    own.has(pk.split("#")[1]?.slice(0, 19) ?? "") ||
    (Array.isArray(uses) && uses.some(({ tableId }) => own.has(tableId)));
  const found = new Map<string, object>();
  for (const item of items.values()) {
    if (kindOf(item)?.fate !== "copied" || !isOwn(item)) continue;
    const {
      copied: _,
      move: __,
      ...rest
    } = JSON.parse(
      JSON.stringify(item).replace(/usr[0-9A-Za-z]{16}/g, (id) => people.get(id) ?? id),
    ) as StoredItem;
    // raised by the marks of the source, and where uses are put together
    if (["base", "baseCopy", "attachment"].includes(rest.entity ?? "")) delete rest.version;
    found.set(`${rest.pk} ${rest.sk}`, rest);
  }
  return found;
}

test("under writes: nothing is lost or twice, and what was copied makes the target send nothing", async () => {
  const two = await startTwo();
  const { servers, folders, spaceId, baseId } = two;
  const [a, b] = [caller(servers.a), caller(servers.b)];
  const receiver = await aReceiver();
  const world = await fill(two, receiver.url, 400);
  const ada = await aPerson(servers.a, "ada@example.org");
  const adaThere = await aPerson(servers.b, "ada@example.org");
  const bob = await aPerson(servers.a, "bob@example.org", { verified: false });
  await join(two, `/space/${spaceId}`, ada, "editor");
  await join(two, `/base/${baseId}`, bob, "viewer");
  await done(
    a("PATCH", `${world.path}/record/${world.first}`, {
      fieldKeyType: "id",
      record: { fields: { [world.seenBy]: [{ id: ada.userId }, { id: bob.userId }] } },
    }),
  );

  const writers = ["x", "y", "z"].map((name) => write(a, world, name));
  const { code, output } = await two.move();
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^moved spc\w+ to http/m),
  });
  await Promise.all(writers.map(({ hasEnded }) => hasEnded));
  const statuses = new Set(writers.flatMap(({ refused }) => refused));
  expect([...statuses].filter((status) => ![200, 201, 503, 410].includes(status))).toEqual([]);

  // what was acknowledged is there
  const acknowledged = new Map(writers.flatMap((each) => [...each.acknowledged]));
  expect(acknowledged.size).toBeGreaterThan(5);
  const titles = await readTitles(b, world);
  for (const [id, title] of acknowledged) expect(titles.get(id)).toBe(title);
  expect(titles.get(world.first)).toBe("Film zero");
  expect(titles.size).toBe(new Set(titles.values()).size);

  // people: one by the verified address, one with the same id and password
  const first = (await done(b("GET", `${world.path}/record/${world.first}?fieldKeyType=id`))).fields;
  expect(first[world.seenBy].map(({ id }: { id: string }) => id)).toEqual([adaThere.userId, bob.userId]);
  expect((await caller(servers.b, adaThere.token)("GET", `/base/${baseId}`)).body).toMatchObject({
    role: "editor",
  });
  const bobThere = await b("POST", "/auth/signin", { email: bob.email, password: bob.password });
  expect(bobThere.body).toMatchObject({ id: bob.userId, emailVerified: false });
  expect((await caller(servers.b, bob.token)("GET", `/base/${baseId}`)).status).toBe(401);

  // the former address
  const gone = await a("GET", `${world.path}/record`);
  expect(gone).toMatchObject({ status: 410, body: { code: "moved", data: { movedTo: servers.b.dev.url } } });
  const stranger = await aPerson(servers.a, "eve@example.org");
  expect((await caller(servers.a, stranger.token)("GET", `${world.path}/record`)).status).toBe(404);
  expect((await caller(servers.a, "")("GET", `/share/${world.shareId}/view`)).status).toBe(410);
  expect((await a("GET", `/space/${spaceId}`)).status).toBe(410);
  expect((await a("POST", "/base", { spaceId, name: "More" })).status).toBe(410);
  expect((await done(a("GET", "/space"))).map(({ id }: { id: string }) => id)).not.toContain(spaceId);

  // files, comments, history, trash, links
  const [poster] = first[world.poster];
  const bytes = await fetch(new URL(poster.presignedUrl, servers.b.dev.url));
  expect(await bytes.text()).toBe("hello, other cell");
  expect((await done(b("GET", `/comment/${world.films.id}/${world.first}/list`))).comments).toHaveLength(1);
  const { historyList } = await done(b("GET", `${world.path}/record/${world.first}/history`));
  expect(historyList.length).toBeGreaterThan(0);
  expect(first[world.cast.id]).toHaveLength(2);
  const { trashItems } = await done(b("GET", `/trash/items?tableId=${world.films.id}`));
  expect(trashItems.length).toBeGreaterThan(1);

  // the target has sent nothing until now
  expect(
    (await done(caller(servers.b, adaThere.token)("GET", "/notifications?notifyStates=unread")))
      .notifications,
  ).toEqual([]);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  const { deliveries } = await done(b("GET", `/base/${baseId}/webhook/${world.webhook.id}/delivery`));
  expect(deliveries).toEqual([]);
  await done(b("POST", `/trash/restore/${world.trashId}`));
  await expect
    .poll(() => receiver.received.filter(({ recordId }) => recordId === world.second).at(-1)?.type)
    .toBe("record.created");
  expect(
    (
      await caller(servers.b, "")("POST", `/share/${world.shareId}/view/form-submit`, {
        fields: { Title: "By form" },
      })
    ).status,
  ).toBe(201);

  await two.stop();
  const [before, after] = [await readFolder(folders.a), await readFolder(folders.b)];
  const left = [...after.values()].filter(({ pk }) => pk === `MOVE#${spaceId}`);
  expect(left.map(({ sk, stage }) => [sk, stage])).toEqual([["MOVE", "done"]]);
  // no record was deleted twice; the restored one has no image any longer
  const images = (items: typeof before) =>
    [...items.keys()]
      .filter((key) => key.startsWith(`TRASHED#${world.films.id}`) && !key.includes(world.second))
      .sort();
  expect(images(after)).toEqual(images(before));
}, 240_000);

test("every item of the space is as it was, whatever its kind", async () => {
  const two = await startTwo();
  const { servers, folders, spaceId } = two;
  const ada = await aPerson(servers.a, "ada@example.org");
  const adaThere = await aPerson(servers.b, "ada@example.org");
  await join(two, `/space/${spaceId}`, ada, "creator");
  const world = await fill(two, "http://127.0.0.1:9/");
  const invited = { emails: ["eve@example.org"], role: "viewer" };
  await done(caller(servers.a)("POST", `/base/${two.baseId}/invitation/email`, invited));
  const { code, output } = await two.move();
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).toContain(`invited again there:\n  eve@example.org  viewer of ${two.baseId}\n`);
  await two.stop();
  const [before, after] = [await readFolder(folders.a), await readFolder(folders.b)];
  const people = new Map([
    [servers.a.dev.userId, servers.b.dev.userId],
    [ada.userId, adaThere.userId],
  ]);
  const expected = comparable(before, spaceId, people);
  const found = comparable(after, spaceId, new Map());
  const kindsFound = new Set([...expected.keys()].map((key) => key.split("#")[0]));
  for (const kind of [
    "RECORDS",
    "UNIQUE",
    "LINKS",
    "ORDER",
    "COMMENTS",
    "HISTORY",
    "TRASH",
    "TRASHED",
    "ATTACHMENT",
    "FILES",
  ])
    expect(kindsFound).toContain(kind);
  expect([...expected.keys()].filter((key) => key.includes(world.gone.id))).not.toEqual([]);
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [key, item] of expected) expect(found.get(key), key).toEqual(item);
}, 240_000);

test("an opening of more than a hundred changes, which no transaction takes at once", async () => {
  const two = await startTwo();
  const [a, b] = [caller(two.servers.a), caller(two.servers.b)];
  const paths = [`/space/${two.spaceId}/invitation/link`, `/base/${two.baseId}/invitation/link`];
  for (const path of paths) for (let i = 0; i < 60; i++) await done(a("POST", path, { role: "viewer" }));
  const ids = async (call: typeof a) => {
    const found = (await Promise.all(paths.map((path) => done(call("GET", path))))).flat();
    return found.map(({ invitationId }: { invitationId: string }) => invitationId).sort();
  };
  const expected = await ids(a);
  expect(new Set(expected).size).toBe(120);
  expect(await two.move()).toMatchObject({ code: 0 });
  expect(await ids(b)).toEqual(expected);
}, 240_000);
