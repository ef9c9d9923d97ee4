import { describe, expect, test } from "vitest";
import { handler as createWebhook } from "#functions/webhook/create-webhook";
import { handler as deleteWebhook } from "#functions/webhook/delete-webhook";
import { handler as listWebhooks } from "#functions/webhook/list-webhooks";
import { limits } from "#lib/schemas/basics/limits";
import { removeItems } from "#lib/store/batch-writes";
import { aMember, aTable } from "#test/support/makers/makers";
import { aWebhook } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { retryBusy } from "#test/support/requests/retry-busy";
import { inProcessOnly } from "#test/support/run/target";

const made = await aTable();
const { owner, baseId, tableId } = made;
const url = "https://receiver.example.com/hook";
const create = (input: object, as: { token: string } = owner) =>
  call(createWebhook, { as, params: { baseId }, body: { url, events: ["record.created"], ...input } });

test("201: with its secret, which is shown only here", async () => {
  const { status, body } = await create({
    events: ["record.created", "record.created"],
    tableIds: [tableId],
  });
  const { secret, ...webhook } = body;
  expect({ status, webhook }).toEqual({
    status: 201,
    webhook: {
      id: expect.stringMatching(/^whk[0-9A-Za-z]{16}$/),
      url,
      events: ["record.created"],
      tableIds: [tableId],
      createdBy: owner.userId,
      createdTime: expect.any(String),
    },
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const listed = await call(listWebhooks, { as: owner, params: { baseId } });
  expect(listed.body).toEqual([webhook]);
  expect(JSON.stringify(listed)).not.toContain(secret);
});

test("201: creators may, 403: editors may not", async () => {
  const [creator, editor] = [await aMember(baseId, "creator"), await aMember(baseId, "editor")];
  expect((await create({}, creator)).status).toBe(201);
  expect((await create({}, editor)).status).toBe(403);
});

test.each<[string, object, string[]]>([
  ["no url", { url: undefined }, ["url"]],
  ["another protocol", { url: "ftp://receiver.example.com" }, ["url"]],
  ["http", { url: "http://receiver.example.com" }, ["url"]],
  ["an IP address", { url: "https://10.0.0.1/" }, ["url"]],
  ["a private name", { url: "https://db.internal/" }, ["url"]],
  ["a password", { url: "https://me:secret@receiver.example.com/" }, ["url"]],
  ["a port of another protocol", { url: "https://receiver.example.com:22/" }, ["url"]],
  ["no events", { events: [] }, ["events"]],
  ["an unknown event", { events: ["record.created", "record.read"] }, ["events[1]"]],
  ["no tables", { tableIds: [] }, ["tableIds"]],
])("400: %s", async (_, input, paths) => {
  expect(refusal(await create(input))).toMatchObject({ status: 400, paths });
});

test("404: tables of another base", async () => {
  const other = await aTable();
  const answer = await create({ tableIds: [tableId, other.tableId] });
  expect(refusal(answer)).toMatchObject({ status: 404, paths: ["tableIds[1]"] });
});

describe("400: more webhooks than a base may have", () => {
  const createIn = ({ owner, baseId }: typeof made) =>
    call(createWebhook, { as: owner, params: { baseId }, body: { url, events: ["view.created"] } });
  const listIn = async ({ owner, baseId }: typeof made) =>
    (await call(listWebhooks, { as: owner, params: { baseId } })).body as { id: string }[];

  test("one after another, until one is deleted", async () => {
    const full = await aTable();
    for (let i = 0; i < limits.webhooksPerBase; i++) await aWebhook(full, { url });
    const answer = await createIn(full);
    expect(answer.status).toBe(400);
    expect(answer.body.data.issues[0].message).toBe("the base has 20 webhooks, the limit is 20");
    const params = { baseId: full.baseId, webhookId: (await listIn(full))[0]?.id ?? "" };
    expect((await call(deleteWebhook, { as: full.owner, params })).status).toBe(200);
    expect([(await createIn(full)).status, (await createIn(full)).status]).toEqual([201, 400]);
  });

  test("30 at once: 20 are made", async () => {
    const full = await aTable();
    const answers = await Promise.all(Array.from({ length: 30 }, () => retryBusy(() => createIn(full))));
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(201), count(400)]).toEqual([20, 10]);
    expect(await listIn(full)).toHaveLength(20);
  });

  test("webhooks of an earlier version count, which had no list", async () => {
    inProcessOnly("changes the store");
    const full = await aTable();
    for (let i = 0; i < 15; i++) await aWebhook(full, { url });
    await removeItems([{ pk: `BASE#${full.baseId}`, sk: "WEBHOOK" }]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => retryBusy(() => createIn(full))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await listIn(full)).toHaveLength(20);
  });
});
