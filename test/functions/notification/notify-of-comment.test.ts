import { beforeAll, describe, expect, test } from "vitest";
import { handler as notifyOfComment } from "#functions/notification/notify-of-comment";
import { handler as deleteTable } from "#functions/table/delete-table";
import { commentKey, type RecordPlace } from "#lib/data/comments/comments";
import { getItem, type Item } from "#lib/store/store";
import { mention, paragraph, saying } from "#test/functions/comment/support";
import { eventOf } from "#test/support/events/deliver";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { aStage } from "./rules.ts";
import { inboxOf } from "./support.ts";

inProcessOnly("the consumer runs here");
beforeAll(useOwnStore);

test("each user gets one notification of a comment: for the mention, else the answer, else the subscription", async () => {
  const stage = await aStage();
  const [mentioned, answered, following, other] = await Promise.all(
    Array.from({ length: 4 }, () => stage.member("viewer")),
  );
  const commenter = await stage.member("commenter");
  for (const each of [mentioned, following, commenter]) if (each) await stage.as(each).subscribe();
  const first = await stage.as(commenter).say("what?");
  if (!mentioned || !answered || !following || !other) throw new Error("there are four");
  await stage.send({ content: [paragraph(mention(mentioned), mention(mentioned))], quoteId: first });
  await stage.deliver();
  const messages = async (who: typeof mentioned) => (await inboxOf(who).all()).map(({ message }) => message);
  const { name } = stage.doer;
  const place = "“a” in New table, Base";
  const { name: by } = commenter;
  expect(await messages(mentioned)).toEqual([
    `${name} mentioned you in a comment on ${place}`,
    `${by} commented on ${place}`,
  ]);
  expect(await messages(following)).toEqual([`${name} commented on ${place}`, `${by} commented on ${place}`]);
  expect(await messages(commenter)).toEqual([`${name} answered your comment on ${place}`]);
  expect(await messages(other)).toEqual([]);
});

test("an edit notifies only newly mentioned users; a reaction only the author; a removed reaction no one", async () => {
  const stage = await aStage();
  const [one, two] = await Promise.all([stage.member("viewer"), stage.member("viewer")]);
  const follower = await stage.member("commenter");
  await stage.as(follower).subscribe();
  const { body } = await stage.send({ content: stage.said(one) });
  await stage.edit(body.id, [paragraph(mention(one), mention(two))]);
  await stage.edit(body.id, [paragraph(mention(two), mention(one))]);
  await stage.as(follower).react(body.id, "👍");
  await stage.as(follower).react(body.id, "🚀");
  await stage.as(follower).unreact(body.id, "👍");
  await stage.deliver();
  expect(await inboxOf(one).count()).toBe(1);
  expect(await inboxOf(two).count()).toBe(1);
  expect(await inboxOf(follower).count()).toBe(1);
  expect(await inboxOf(stage.doer).all()).toMatchObject([
    { message: `${follower.name} reacted to your comment on “a” in New table, Base: 🚀` },
  ]);
});

test("the address and the time", async () => {
  const stage = await aStage();
  const reader = await stage.member("viewer");
  const { body } = await stage.send({ content: stage.said(reader) });
  await stage.deliver();
  const [told] = await inboxOf(reader).all();
  const { tableId, recordId } = stage.params;
  const path = `/open?id=${tableId}&recordId=${recordId}&commentId=${body.id}`;
  expect(told?.url.endsWith(path)).toBe(true);
  expect(told?.createdTime).toBe(body.createdTime);
});

describe("no notification if the subject is gone by then", () => {
  test.each([
    ["the comment", (stage: Stage, id: string) => stage.remove(id)],
    ["the mention", (stage: Stage, id: string) => stage.edit(id, saying("nothing"))],
    ["the table", (stage: Stage) => call(deleteTable, { as: stage.doer, params: stage.inBase })],
  ])("%s", async (_, undo) => {
    const made = await aStage();
    const reader = await made.member("viewer");
    const { body } = await made.send({ content: made.said(reader) });
    const inBase = { baseId: made.baseId as string, tableId: made.params.tableId };
    const stage = { doer: made.doer, inBase, edit: made.edit, remove: made.as(made.doer).remove };
    expect((await undo(stage, body.id)).status).toBe(200);
    await made.deliver();
    expect(await inboxOf(reader).count()).toBe(0);
  });
  interface Stage extends Pick<Awaited<ReturnType<typeof aStage>>, "doer" | "edit"> {
    inBase: Record<string, string>;
    remove: (id: string) => Promise<{ status: number }>;
  }
});

test("a record with an empty primary cell is called “a record”; a long name is cut at a whole character", async () => {
  const stage = await aStage();
  const reader = await stage.member("viewer");
  const { body } = await stage.create(
    { fields: {} },
    { fields: { Name: `${"x".repeat(99)}${"🚀".repeat(9)}` } },
  );
  for (const { id } of body.records)
    await stage.as(stage.doer, { ...stage.params, recordId: id }).send({ content: stage.said(reader) });
  await stage.deliver();
  const { name } = stage.doer;
  expect((await inboxOf(reader).all()).map(({ message }) => message)).toEqual([
    `${name} mentioned you in a comment on “${"x".repeat(99)}🚀…” in New table, Base`,
    `${name} mentioned you in a comment on a record in New table, Base`,
  ]);
});

test("all subscribers are notified, however many", async () => {
  const stage = await aStage();
  const followers = await Promise.all(Array.from({ length: 60 }, () => stage.member("viewer")));
  for (const each of followers) await stage.as(each).subscribe();
  const id = await stage.say("news");
  const { tableId, recordId } = stage.params;
  const item = await getItem<Item>(commentKey({ tableId, recordId } as RecordPlace, id));
  for (let i = 0; i < 2; i++) await notifyOfComment(eventOf(item as Item, 1));
  expect(await Promise.all(followers.map((each) => inboxOf(each).count()))).toEqual(Array(60).fill(1));
});
