/*
 * One of everything, for tests that ask every endpoint: what the names in paths stand for, what examples of bodies speak of,
 * and what opens an endpoint to somebody. A new name in a path needs its line in `params`; a body whose example speaks of
 * something that must be there, its line in `sent`. Nothing else.
 */
import * as z from "zod";
import { handler as inviteToBase } from "#functions/base/invite-to-base";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as createField } from "#functions/field/create-field";
import { handler as sendTestEvent } from "#functions/webhook/send-test-event";
import * as links from "#lib/data/identity/links";
import { hashPassword } from "#lib/data/identity/passwords";
import * as tokens from "#lib/data/identity/tokens";
import * as users from "#lib/data/identity/users";
import { joinChanges } from "#lib/data/spaces/members";
import type { Endpoint } from "#lib/http/endpoint";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { aJobForLater } from "#test/support/events/jobs";
import { anAuthorization } from "#test/support/requests/authorization";
import { type Asking, call } from "#test/support/requests/call";
import { fileUrl } from "./file-server.ts";
import { aFile } from "./files.ts";
import { aShareId } from "./ids.ts";
import { aDeletedRecord } from "./kept.ts";
import { aMember, aSession, aTable, type Someone } from "./makers.ts";
import { aPlugin } from "./plugins.ts";
import { aWebhook } from "./webhooks.ts";

export interface World {
  owner: Someone;
  baseId: BaseId;
  spaceId: SpaceId;
  /** By the names in the braces of paths, and of what a query must have. */
  params: Record<string, string>;
  /** What {viewId} stands for where a view must be shared. */
  sharedViewId: string;
  /** Where examples of bodies say `tbl4mSa1Cw6nZ8tQ0Yh`: by the letters in front. */
  ids: Record<string, string>;
  /** By the id of a body's schema, members of it that must be true here. */
  sent: Record<string, object>;
}

/** In path names that stand for nothing known are 404; these stand for something that was made for one purpose. */
export const unknownStatus: Record<string, number> = { transactionId: 400, notificationId: 200 };

/** The first is what {viewId} stands for, but where a view must be shared already. */
const views = ["grid", "kanban", "form"].map((type) => ({ type, enableShare: type === "form" }));
/** What {shareId} leads to: all that may be done with a share can be done with it. */
const openForm = {
  type: "form",
  name: "Open",
  enableShare: true,
  shareMeta: { includeRecords: true, submit: { allow: true } },
};
const forShared = /\/(refresh-share-id|disable-share)$/;

/** The second is what {fieldId} stands for. */
const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "button", options: { label: "Go", color: "teal", resetCount: true } },
  { type: "number", name: "Count" },
  {
    type: "singleSelect",
    name: "Status",
    options: { choices: ["light", "medium", "heavy"].map((name) => ({ name })) },
  },
];

const password = "correct horse 7";
let hashed: Promise<string> | undefined;

/** All of it; or, for one endpoint, what its path, its query and the example of its body speak of. */
export async function aWorld(about?: Endpoint): Promise<World> {
  const spokenOf = about && namesIn(about.definition);
  /** By any of these names it is asked for. */
  const only = <Made>(names: string[], make: () => Promise<Made>) =>
    !spokenOf || names.some((name) => spokenOf.has(name)) ? make() : undefined;
  const shareId = aShareId();
  const { owner, baseId, spaceId, tableId, table } = await aTable({
    fields,
    views: [...views, { ...openForm, shareId }],
    records: [{ fields: { Name: "Ada" } }],
  });
  const place = { baseId, spaceId };
  const now = new Date().toISOString();
  const { userId, email } = owner;
  hashed ??= hashPassword(password);
  const user = await users.find(userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  await commit([change(user, { passwordHash: await hashed, isAdmin: true })]);
  const [reset, verify] = (["resetPassword", "verifyEmail"] as const).map((purpose) =>
    links.createChange(purpose, { email, userId }, now),
  );
  if (!reset || !verify) throw new Error("there are two links");
  // for one address only so many wait
  const invitee = `invited-${email}`;
  const member = await aMember(baseId, "editor");
  const recordId: string = table.records[0].id;
  const [file, other, jobId, trashId, made, authorization, plugin, invited, commented, files, address] =
    await Promise.all([
      only(["token"], () => aFile(owner)),
      only(["tbl"], () => aTable({}, owner, place)),
      only(["jobId"], () => aJobForLater({ tableId, ...place })),
      only(["trashId"], () => aDeletedRecord(owner, tableId)),
      only(["accessTokenId"], () =>
        tokens.create(
          { userId, name: "Test", scopes: ["table|read"], reach: null, expiredTime: farAway },
          now,
        ),
      ),
      only(["clientId", "secretId", "transactionId", "clt", ...namesOfAuthorizations], () =>
        anAuthorization(owner),
      ),
      only(["pluginId", "plg"], () => aPlugin(owner, { status: "reviewing" })),
      only(["invitationId"], () =>
        call(inviteToBase, { as: owner, params: { baseId }, body: { emails: [invitee], role: "viewer" } }),
      ),
      only(["commentId", "com"], () =>
        call(createComment, { as: owner, params: { tableId, recordId }, body: { content: [] } }),
      ),
      only(["attachmentFieldId"], () =>
        call(createField, { as: owner, params: { tableId }, body: { type: "attachment", name: "Files" } }),
      ),
      only(["FileSource"], fileUrl),
      commit([reset.change, verify.change, ...joinChanges(`SPACE#${spaceId}`, member.userId, "editor", now)]),
    ]);
  const hook = await only(["webhookId", "deliveryId"], async () => {
    const { id } = await aWebhook({ owner, baseId }, { url: "https://receiver.example.com/" });
    const inHook = { baseId, webhookId: id };
    const tested = await call(sendTestEvent, { as: owner, params: inHook });
    return { webhookId: id, deliveryId: tested.body.deliveryId };
  });
  const { clientId, secretId, transactionId } = authorization ?? {};
  return {
    owner,
    baseId,
    spaceId,
    sharedViewId: table.views[2].id,
    params: there({
      baseId,
      spaceId,
      tableId,
      viewId: table.defaultViewId,
      fieldId: table.fields[1].id,
      fieldIds: table.fields[2].id,
      recordId,
      recordIds: recordId,
      commentId: commented?.body.id,
      attachmentFieldId: files?.body.id,
      shareId,
      file: "start.js",
      jobId,
      trashId,
      resourceId: tableId,
      token: file?.token,
      clientId,
      secretId,
      transactionId,
      accessTokenId: made?.item.id,
      pluginId: plugin?.id,
      webhookId: hook?.webhookId,
      deliveryId: hook?.deliveryId,
      notificationId: "not0VLz8kd24mSa1Cw6",
      notifyStates: "unread",
      search: "Ada",
      groupBy: JSON.stringify([{ fieldId: "Name", order: "asc" }]),
      invitationId: invited?.body[invitee].invitationId,
      userId: member.userId,
    }),
    ids: there({
      spc: spaceId,
      bse: baseId,
      tbl: other?.tableId,
      clt: clientId,
      plg: plugin?.id,
      fld: table.fields[0].id,
      viw: table.views[1].id,
      usr: member.userId,
      rec: recordId,
      com: commented?.body.id,
    }),
    sent: {
      SignUp: { email: `new-${email}` },
      SignIn: { email, password },
      EmailOnly: { email },
      ...(address && { FileSource: { fileUrl: address } }),
      RowsPlace: { recordIds: [recordId] },
      NewInvitations: { emails: [`other-${email}`] },
      ResetPassword: { link: reset.secret },
      VerifyEmail: { link: verify.secret },
      ...authorization?.sent,
    },
  };
}

/** Only what was made. */
const there = (ids: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(ids).filter((each): each is [string, string] => each[1] !== undefined));

/** What the examples of these bodies speak of, see authorization.ts. */
const namesOfAuthorizations = ["Decision", "TokenRequest", "TokenQuestion"];

/** What stands in braces in its path, what its query must have, of what kinds the ids in its example are, and what its body is called. */
function namesIn({ path, query, body }: Endpoint["definition"]): Set<string> {
  const example = JSON.stringify(body?.meta()?.["examples"] ?? []);
  return new Set([
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    ...requiredIn(query).names,
    ...[...example.matchAll(exampleIds)].map(([, kind = ""]) => kind),
    ...[body?.meta()?.id ?? ""],
  ]);
}

const farAway = "2999-01-01T00:00:00.000Z";

const exampleIds = /\b([a-z]{3})4m[Ss]a1[Cc]w6n[Zz]8t[Qq]0[Yy]h/g;

type Told = Pick<World, "ids" | "sent">;

/** An example of a body of this shape, about what there is in a world. */
export function inWorld<Body>(example: Body, shape: z.ZodType | undefined, { ids, sent }: Told): Body {
  const text = JSON.stringify(example);
  if (text === undefined) return example;
  const there = text.replace(exampleIds, (id, kind) => ids[kind] ?? id);
  const body = JSON.parse(there) as Body & object;
  if (Array.isArray(body)) return body;
  const known = Object.entries(sent[shape?.meta()?.id ?? ""] ?? {});
  return { ...body, ...Object.fromEntries(known.filter(([name]) => name in body)) } as Body;
}

/** What the documentation shows as a body of this shape. */
export function exampleFor(shape: z.ZodType | undefined, world: Told): object | undefined {
  const [first] = (shape?.meta()?.["examples"] ?? []) as object[];
  return inWorld(first, shape, world);
}

/** What the names in a path stand for. */
export const paramsFor = ({ path }: Endpoint["definition"], { params, sharedViewId }: World) =>
  forShared.test(path) ? { ...params, viewId: sharedViewId } : params;

/** What a query must have. */
export function queryFor({ query }: Endpoint["definition"], { params }: World): Record<string, string> {
  const { names, isList } = requiredIn(query);
  return Object.fromEntries(names.map((name) => [isList(name) ? `${name}[]` : name, params[name] ?? name]));
}

function requiredIn(query: Endpoint["definition"]["query"]) {
  const { required: names = [], properties = {} } = query
    ? z.toJSONSchema(query, { io: "input", unrepresentable: "any" })
    : {};
  const isList = (name: string) => (properties[name] as { type?: string } | undefined)?.type === "array";
  return { names, isList };
}

/** What somebody sends along where an endpoint asks who he is; a session is a new one each time, as some calls end it. */
export async function entering(
  { definition: { session, maySession, scope, anyToken } }: Endpoint,
  somebody: { userId: UserId; token: string },
): Promise<Pick<Asking, "as" | "signedIn">> {
  if (scope || anyToken) return { as: somebody };
  return session || maySession ? { signedIn: await aSession(somebody.userId) } : {};
}
