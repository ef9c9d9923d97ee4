/* Each change of access has its entry, written by the commit of the change; what is refused or changes nothing has none. */
import { expect, test } from "vitest";
import { handler as createAccessToken } from "#functions/access-token/create-access-token";
import { handler as deleteAccessToken } from "#functions/access-token/delete-access-token";
import { handler as refreshAccessToken } from "#functions/access-token/refresh-access-token";
import { handler as updateAccessToken } from "#functions/access-token/update-access-token";
import { handler as verifyEmail } from "#functions/auth/verify-email";
import { handler as createBase } from "#functions/base/create-base";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as moveBase } from "#functions/base/move-base";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as revokeAuthorization } from "#functions/oauth/revoke-authorization";
import { handler as createSpace } from "#functions/space/create-space";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as deleteSpacePermanently } from "#functions/space/delete-space-permanently";
import { handler as listAccessLog } from "#functions/space/list-access-log";
import { handler as createTable } from "#functions/table/create-table";
import { handler as restoreTrashItem } from "#functions/trash/restore-trash-item";
import { handler as deleteView } from "#functions/view/delete-view";
import { handler as disableShare } from "#functions/view/disable-share";
import { handler as enableShare } from "#functions/view/enable-share";
import { handler as refreshShareId } from "#functions/view/refresh-share-id";
import { handler as updateShareMeta } from "#functions/view/update-share-meta";
import { handler as createWebhook } from "#functions/webhook/create-webhook";
import { handler as deleteWebhook } from "#functions/webhook/delete-webhook";
import { handler as rotateWebhookSecret } from "#functions/webhook/rotate-webhook-secret";
import { handler as updateWebhook } from "#functions/webhook/update-webhook";
import * as jobs from "#lib/data/jobs/jobs";
import { takeTurn } from "#lib/data/jobs/run-job";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { readAll } from "#lib/store/store";
import { inAnHour, pieces } from "#test/support/events/jobs";
import { actionsOf, ownLog, spaceLog } from "#test/support/makers/access-logs";
import { aShareId, noUser } from "#test/support/makers/ids";
import { aPlaceWithLinks } from "#test/support/makers/invitation-links";
import { aBase, aMember, aSession, aTable, someone } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { anApp, aPerson as anAuthorizer, tokensOf } from "#test/support/makers/oauth";
import { aLink, anEmail, aPerson } from "#test/support/makers/people";
import { viewsOf } from "#test/support/makers/views";
import { call } from "#test/support/requests/call";

/** The entries that `work` adds to a log. */
async function added(spaceId: SpaceId, as: { token: string }, work: () => Promise<unknown>) {
  const before = await spaceLog(spaceId, as);
  await work();
  return (await spaceLog(spaceId, as)).slice(before.length);
}

/** Runs the jobs of a space to their end. */
async function clear(spaceId: SpaceId): Promise<void> {
  const open = async () => (await jobs.listOpen()).filter((job) => job.spaceId === spaceId);
  for (let left = await open(); left.length > 0; left = await open())
    for (const { pk, sk, version } of left) await takeTurn({ key: { pk, sk }, version }, pieces, inAnHour);
}

test.each(["space", "base"] as const)("members of a %s: added, changed, removed, left", async (kind) => {
  const place = await aPlaceWithLinks(kind);
  const { owner, spaceId, baseId, setRole, remove, add } = place;
  const known = await aMember(spaceId, "viewer");
  const [bob, eve] =
    kind === "space" ? [known, await place.member("editor")] : [known, await place.member("editor")];
  const entries = await added(spaceId, owner, async () => {
    if (kind === "base") await add([{ principalId: bob.userId, principalType: "user" }], "viewer");
    await setRole(bob, "creator");
    await setRole(bob, "creator");
    await add([{ principalId: bob.userId, principalType: "user" }], "editor");
    await remove(eve, eve);
    await remove(bob);
    await remove(bob);
  });
  expect(actionsOf(entries)).toEqual([
    ...(kind === "base" ? ["member.added"] : []),
    ...["member.roleChanged", "member.left", "member.removed"],
  ]);
  const [changed, left, removed] = entries.slice(-3);
  const id = kind === "space" ? spaceId : baseId;
  expect(changed).toMatchObject({
    place: { type: kind, id, name: kind === "space" ? "Space" : "Base" },
    subject: { type: "user", id: bob.userId, name: bob.name },
    before: { role: "viewer" },
    after: { role: "creator" },
  });
  expect(left).toMatchObject({ actor: { userId: eve.userId, name: eve.name }, before: { role: "editor" } });
  expect(removed).toMatchObject({ actor: { userId: owner.userId }, subject: { name: bob.name } });
});

test("what is refused writes no entry", async () => {
  const { owner, spaceId, setRole, remove, invite, cancel, member } = await aPlace("space");
  const creator = await member("creator");
  const entries = await added(spaceId, owner, async () => {
    const answers = [
      await setRole(owner, "viewer", creator),
      await setRole({ userId: noUser() }, "viewer"),
      await setRole(owner, "creator"),
      await remove(owner),
      await remove(owner, creator),
      await invite([anEmail()], "owner", creator),
      await invite(["no address"]),
      await cancel("inv4mSa1Cw6nZ8tQ0Yh"),
    ];
    for (const { status } of answers) expect([400, 403, 404]).toContain(status);
  });
  expect(entries).toEqual([]);
});

test("invitations: made, made again, cancelled; accepted with the address; of a person who has an account", async () => {
  const { owner, spaceId, baseId, invite, cancel } = await aPlace("base");
  const [email, other] = [anEmail(), anEmail()];
  const known = await aMember(spaceId, "viewer");
  const newcomer = await someone("New", other);
  const entries = await added(spaceId, owner, async () => {
    const { body } = await invite([email], "viewer");
    await invite([email], "editor");
    await cancel(body[email].invitationId);
    await invite([other], "commenter");
    const link = await aLink("verifyEmail", { email: other, userId: newcomer.userId });
    const { status } = await call(verifyEmail, {
      signedIn: await aSession(newcomer.userId),
      body: { link },
    });
    expect(status).toBe(200);
    await invite([other], "owner");
  });
  expect(known.userId).not.toBe(newcomer.userId);
  expect(actionsOf(entries)).toEqual([
    "invitation.created",
    "invitation.changed",
    "invitation.cancelled",
    "invitation.created",
    "member.joined",
  ]);
  expect(entries[1]).toMatchObject({
    subject: { type: "invitation", name: email },
    before: { role: "viewer" },
    after: { role: "editor" },
  });
  expect(entries[4]).toMatchObject({
    actor: { userId: newcomer.userId, name: newcomer.name, via: "session" },
    place: { id: baseId },
    subject: { id: newcomer.userId },
    after: { role: "commenter", invitedBy: owner.userId },
  });
  expect(actionsOf(await ownLog(newcomer.userId))).toContain("email.verified");
});

test("invitation links: made, changed, used, deleted; the code is in no entry", async () => {
  const { owner, spaceId, create, change, accept, delete: remove } = await aPlaceWithLinks("space");
  const bob = await someone("Bob");
  let code = "";
  const entries = await added(spaceId, owner, async () => {
    const { body: link } = await create("viewer");
    code = link.invitationCode;
    await change(link.invitationId, "editor");
    await accept(link, bob);
    await accept(link, bob);
    await accept({ ...link, invitationCode: "wrong" }, await someone());
    await remove(link.invitationId);
    await remove(link.invitationId);
  });
  expect(actionsOf(entries)).toEqual([
    "invitationLink.created",
    "invitationLink.changed",
    "member.joined",
    "invitationLink.deleted",
  ]);
  expect(entries[2]).toMatchObject({
    actor: { userId: bob.userId, name: bob.name },
    after: { role: "editor", invitationLinkId: entries[0]?.subject?.id, invitedBy: owner.userId },
  });
  expect(JSON.stringify(entries)).not.toContain(code);
});

test("shares: made, changed, moved, ended, with the view and by what ends them; no address, no password", async () => {
  const made = await aTable();
  const { owner, spaceId, baseId, tableId } = made;
  const views = viewsOf(made);
  const secrets: string[] = [];
  const entries = await added(spaceId, owner, async () => {
    const view = await views.create({ type: "grid", name: "Plan", enableShare: true, shareId: aShareId() });
    const other = await views.create({ type: "grid", name: "Other" });
    secrets.push((await views.ask(enableShare, other.id)).body.shareId);
    await views.ask(updateShareMeta, other.id, { password: "secret words", allowCopy: true });
    await views.ask(updateShareMeta, other.id, { password: "********", allowCopy: true });
    secrets.push((await views.ask(refreshShareId, other.id)).body.shareId, "secret words");
    await views.ask(disableShare, other.id);
    await views.ask(disableShare, other.id);
    await views.ask(deleteView, view.id);
    await call(createTable, {
      as: owner,
      params: { baseId },
      body: { records: [], views: [{ type: "form", name: "Ask", enableShare: true, shareId: aShareId() }] },
    });
  });
  expect(actionsOf(entries)).toEqual([
    ...["share.enabled", "share.enabled", "share.changed", "share.moved", "share.ended", "share.ended"],
    "share.enabled",
  ]);
  const [, , changed] = entries;
  expect(changed).toMatchObject({
    place: { type: "base", id: baseId, name: "Base" },
    subject: { type: "view", name: "Other", tableId },
    before: { hasPassword: false },
    after: { hasPassword: true, isNewPassword: true, allowCopy: true },
  });
  for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
});

test("a share that a converted field ends has its entry in the commit of the conversion", async () => {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "singleSelect", name: "Status", options: { choices: [{ name: "open" }, { name: "closed" }] } },
    ],
  });
  const { owner, spaceId, tableId, table } = made;
  const views = viewsOf(made);
  const fieldId = table.fields[1].id;
  const filter = { conjunction: "and", filterSet: [{ fieldId, operator: "isNot", value: "closed" }] };
  await views.create({ type: "grid", enableShare: true, shareId: aShareId(), filter });
  const entries = await added(spaceId, owner, () =>
    call(convertField, { as: owner, params: { tableId, fieldId }, body: { type: "checkbox" } }),
  );
  expect(actionsOf(entries)).toEqual(["share.ended"]);
});

test("webhooks: made, changed, rotated, deleted; of the address only the host", async () => {
  const owner = await someone();
  const { baseId, spaceId } = await aBase(owner);
  const events = ["record.created"];
  const url = "https://hooks.example.com/services/SECRET";
  let secret = "";
  const entries = await added(spaceId, owner, async () => {
    const { body } = await call(createWebhook, { as: owner, params: { baseId }, body: { url, events } });
    const params = { baseId, webhookId: body.id };
    const moved = "https://hooks.example.com/services/SECRET2";
    await call(updateWebhook, { as: owner, params, body: { url: moved } });
    await call(updateWebhook, { as: owner, params, body: { url: moved } });
    secret = (await call(rotateWebhookSecret, { as: owner, params })).body.secret;
    await call(deleteWebhook, { as: owner, params });
    await call(deleteWebhook, { as: owner, params });
  });
  expect(actionsOf(entries)).toEqual([
    "webhook.created",
    "webhook.changed",
    "webhook.secretRotated",
    "webhook.deleted",
  ]);
  expect(entries[0]).toMatchObject({
    subject: { type: "webhook", name: "hooks.example.com" },
    after: { events },
  });
  expect(entries[1]).toMatchObject({ after: { isNewAddress: true } });
  expect(JSON.stringify(entries)).not.toMatch(/SECRET/);
  expect(JSON.stringify(entries)).not.toContain(secret);
});

test("tokens: in the log of their person, and in that of each space that they reach, which shows no other place", async () => {
  const owner = await aPerson();
  const user = { ...(await someone()), userId: owner.userId };
  const [one, two] = [await aBase(user), await aBase(user)];
  const signedIn = { cookie: owner.cookie };
  const input = { name: "Sync", scopes: ["record|read"], expiredTime: "2999-01-01T00:00:00.000Z" };
  const { body: token } = await call(createAccessToken, {
    signedIn,
    body: { ...input, baseIds: [one.baseId] },
  });
  const params = { accessTokenId: token.id };
  await call(updateAccessToken, { signedIn, params, body: { ...input, baseIds: [two.baseId] } });
  const { body: refreshed } = await call(refreshAccessToken, { signedIn, params, body: {} });
  await call(deleteAccessToken, { signedIn, params });
  await call(deleteAccessToken, { signedIn, params });
  const actions = ["token.created", "token.changed", "token.refreshed", "token.deleted"];
  expect(actionsOf(await ownLog(owner.userId))).toEqual(actions);
  const { body: full } = await call(createAccessToken, { signedIn, body: { ...input, hasFullAccess: true } });
  const as = {
    token: (
      await call(createAccessToken, {
        signedIn,
        body: { ...input, scopes: ["space|log_read"], hasFullAccess: true },
      })
    ).body.token,
  };
  const logs = [await spaceLog(one.spaceId, as), await spaceLog(two.spaceId, as)];
  const [inOne = [], inTwo = []] = logs.map((log) => log.filter(({ action }) => action.startsWith("token.")));
  expect(actionsOf(inOne)).toEqual(["token.created", "token.changed", "token.created", "token.created"]);
  expect(actionsOf(inTwo)).toEqual([...actions.slice(1), "token.created", "token.created"]);
  expect(inOne[1]).toMatchObject({ before: { baseIds: [one.baseId] }, after: { baseIds: [] } });
  expect(inOne[2]).toMatchObject({ subject: { id: full.id, name: "Sync" }, after: { hasFullAccess: true } });
  expect(JSON.stringify(inOne)).not.toContain(two.baseId);
  for (const text of [token.token, refreshed.token]) expect(JSON.stringify(logs)).not.toContain(text);
});

test("applications: allowed and ended, in both logs", async () => {
  const [app, person] = [await anApp({ name: "Planner" }), await anAuthorizer()];
  await tokensOf(app, person);
  const { status } = await call(revokeAuthorization, { as: person, params: { clientId: app.clientId } });
  expect(status).toBe(200);
  const own = await ownLog(person.userId);
  expect(actionsOf(own)).toEqual(["application.allowed", "application.ended"]);
  expect(own[0]).toMatchObject({
    actor: { via: "session", userId: person.userId },
    subject: { type: "application", id: app.clientId, name: "Planner" },
    after: { hasFullAccess: true },
  });
});

test("spaces and bases: made, deleted, restored, moved; deleted for good, the log goes too", async () => {
  const owner = await someone();
  const { body: space } = await call(createSpace, { as: owner, body: { name: "Lab" } });
  const { body: other } = await call(createSpace, { as: owner, body: { name: "Other" } });
  const inSpace = { spaceId: space.id };
  const { body: base } = await call(createBase, { as: owner, body: { spaceId: space.id, name: "Stars" } });
  const inBase = { baseId: base.id };
  const restore = (trashId: string) => call(restoreTrashItem, { as: owner, params: { trashId } });
  const { body: trashed } = await call(deleteBase, { as: owner, params: inBase });
  await restore(trashed.trashId);
  await restore(trashed.trashId);
  await call(moveBase, { as: owner, params: inBase, body: { spaceId: other.id } });
  await call(moveBase, { as: owner, params: inBase, body: { spaceId: other.id } });
  await call(deleteBasePermanently, { as: owner, params: inBase });
  const { body: gone } = await call(deleteSpace, { as: owner, params: inSpace });
  expect((await call(listAccessLog, { as: owner, params: inSpace })).status).toBe(404);
  await restore(gone.trashId);
  expect(actionsOf(await spaceLog(space.id, owner))).toEqual([
    ...["space.created", "base.deleted", "base.restored", "base.movedOut"],
    ...["space.deleted", "space.restored"],
  ]);
  const there = await spaceLog(other.id, owner);
  expect(actionsOf(there)).toEqual(["space.created", "base.movedIn", "base.deletedPermanently"]);
  expect(there[1]).toMatchObject({ before: { spaceId: space.id }, after: { spaceId: other.id } });
  await call(deleteSpacePermanently, { as: owner, params: inSpace });
  expect(await ownLog(owner.userId)).toMatchObject([
    { action: "space.deletedPermanently", subject: { id: space.id, name: "Lab" } },
  ]);
  await clear(space.id);
  expect(await readAll({ pk: `ACCESSLOG#${space.id}` })).toEqual([]);
});

test("twin calls: one entry for the one change", async () => {
  const { owner, spaceId, member, setRole, remove } = await aPlace("space");
  const bob = await member("viewer");
  const entries = await added(spaceId, owner, async () => {
    await Promise.all(Array.from({ length: 5 }, () => setRole(bob, "editor")));
    await Promise.all(Array.from({ length: 5 }, () => remove(bob)));
  });
  expect(actionsOf(entries)).toEqual(["member.roleChanged", "member.removed"]);
});
