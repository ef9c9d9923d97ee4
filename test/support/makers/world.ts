/*
 * One of everything, for tests that call every endpoint: values for the parameters of paths, the things that examples of bodies refer to,
 * and credentials. A new path parameter needs a line in `params`; a body whose example refers to something that must exist needs
 * a line in `sent`. Nothing else is needed.
 */
import * as z from "zod";
import { handler as createBaseLink } from "#functions/base/create-base-link";
import { handler as inviteToBase } from "#functions/base/invite-to-base";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as createField } from "#functions/field/create-field";
import { handler as createSpaceLink } from "#functions/space/create-space-link";
import { handler as updateViewColumns } from "#functions/view/update-view-columns";
import { handler as sendTestEvent } from "#functions/webhook/send-test-event";
import * as links from "#lib/data/identity/links";
import { hashPassword } from "#lib/data/identity/passwords";
import * as tokens from "#lib/data/identity/tokens";
import * as users from "#lib/data/identity/users";
import * as bases from "#lib/data/spaces/bases";
import { joinChanges } from "#lib/data/spaces/members";
import type { Endpoint } from "#lib/http/endpoint";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { aJobForLater } from "#test/support/events/jobs";
import { anAuthorization } from "#test/support/requests/authorization";
import { type Asking, call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";
import { zipped } from "#test/support/zips";
import { fileUrl } from "./file-server.ts";
import { aFile, anAnnouncement } from "./files.ts";
import { aShareId } from "./ids.ts";
import { aDeletedRecord } from "./kept.ts";
import { aMember, aSession, aTable, type Someone } from "./makers.ts";
import { anAvatar, aSecondFactor } from "./people.ts";
import { aPlugin } from "./plugins.ts";
import { aWebhook } from "./webhooks.ts";

export interface World {
  owner: Someone;
  baseId: BaseId;
  spaceId: SpaceId;
  /** Values by the names of path parameters and required query parameters. */
  params: Record<string, string>;
  /** The value of {viewId} for endpoints that need a shared view. */
  sharedViewId: string;
  /** Replacements for ids in examples, such as `tbl4mSa1Cw6nZ8tQ0Yh`, by their prefix. */
  ids: Record<string, string>;
  /** Members that replace those of the example, by the id of the body's schema. */
  sent: Record<string, object>;
}

/** The status for an unknown value of a path parameter, if it is not 404. */
export const unknownStatus: Record<string, number> = { transactionId: 400, notificationId: 200 };

/** The first is the value of {viewId}, except for endpoints that need a shared view. */
const views = ["grid", "kanban", "form"].map((type) => ({ type, enableShare: type === "form" }));
/** The share of {shareId}: it allows everything that a share can allow. */
const openForm = {
  type: "form",
  name: "Open",
  enableShare: true,
  shareMeta: { includeRecords: true, allowCopy: true, submit: { allow: true } },
};
const forShared = /\/(refresh-share-id|disable-share)$/;

/** The second is the value of {fieldId}. */
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

/** Everything; or, for one endpoint, only what its path, its query and the example of its body refer to. */
export async function aWorld(about?: Endpoint): Promise<World> {
  const needed = about && namesIn(about.definition);
  /** Makes it only if one of these names is needed. */
  const only = <Made>(names: string[], make: () => Promise<Made>) =>
    !needed || names.some((name) => needed.has(name)) ? make() : undefined;
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
  if (!user) throw new Error(`user ${userId} does not exist`);
  await commit([change(user, { passwordHash: await hashed, isAdmin: true })]);
  const [reset, verify] = (["resetPassword", "verifyEmail"] as const).map((purpose) =>
    links.createChange(purpose, { email, userId }, now),
  );
  if (!reset || !verify) throw new Error("expected two links");
  // a new address, because the number of open invitations to one address is limited
  const invitee = `invited-${email}`;
  const member = await aMember(baseId, "editor");
  const recordId: string = table.records[0].id;
  const [file, other, jobId, trashId, made, authorization, plugin, invited, commented, files, address] =
    await Promise.all([
      only(["token"], () => aToken(owner, about)),
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
  const question = await only(["NewFormFile"], async () => {
    const { body } = await call(createField, {
      as: owner,
      params: { tableId },
      body: { type: "attachment" },
    });
    const columns = [{ fieldId: body.id, columnMeta: { visible: true } }];
    const inForm = { tableId, viewId: table.views.at(-1).id };
    await call(updateViewColumns, { as: owner, params: inForm, body: columns });
    return { fieldId: body.id };
  });
  const hook = await only(["webhookId", "deliveryId"], async () => {
    const { id } = await aWebhook({ owner, baseId }, { url: "https://receiver.example.com/" });
    const inHook = { baseId, webhookId: id };
    const tested = await call(sendTestEvent, { as: owner, params: inHook });
    return { webhookId: id, deliveryId: tested.body.deliveryId };
  });
  const { clientId, secretId, transactionId } = authorization ?? {};
  const link = await only(["linkId", "Acceptance"], () =>
    about?.definition.path.startsWith("/space")
      ? call(createSpaceLink, { as: owner, params: { spaceId }, body: { role: "viewer" } })
      : call(createBaseLink, { as: owner, params: { baseId }, body: { role: "viewer" } }),
  );
  const backup = await only(["BaseImport", "BaseFileImport"], async () =>
    aFile(owner, { bytes: await anExport() }),
  );
  const csv = await only(["attachmentUrl", "SheetImport", "InsertImport"], () =>
    aFile(owner, { bytes: "Name\nAda\n", type: "text/csv" }),
  );
  const filled = about?.definition.path.endsWith("/auto-fill") ? await aFilledField() : undefined;
  /** A field that a model may fill; no test that takes it asks the model. */
  async function aFilledField() {
    if (!baseUrl()) process.env["GRIDLESS_AI_MODELS"] ||= "m=model";
    const aiConfig = { modelKey: "m", type: "summary", sourceFieldId: table.fields[0].id };
    return call(createField, { as: owner, params: { tableId }, body: { type: "longText", aiConfig } });
  }
  const avatarId = await only(["avatarId"], async () => anAvatar(await aSession(userId)));
  const waiting = about && (await only(["CodeForm"], aWaitingCode));
  /** What a user with a second factor sends after the password. */
  async function aWaitingCode() {
    const { codes } = await aSecondFactor(userId);
    const { secret, change } = links.createChange("secondFactor", { email, userId }, now);
    await commit([change]);
    return { link: secret, code: codes[0] };
  }
  const neighbour = await only(["BasePlace"], () => bases.create({ spaceId, name: "Next" }, userId, now));
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
      fieldId: filled?.body.id ?? table.fields[1].id,
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
      attachmentUrl: csv?.file.url,
      avatarId,
      fileType: "csv",
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
      ranges: "[[0,0],[0,0]]",
      startDate: "2026-03-01",
      endDate: "2026-03-31",
      startDateFieldId: "Day",
      endDateFieldId: "Day",
      groupBy: JSON.stringify([{ fieldId: "Name", order: "asc" }]),
      invitationId: invited?.body[invitee].invitationId,
      linkId: link?.body.invitationId,
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
      ...(question && { NewFormFile: question }),
      ...(csv && {
        SheetImport: { attachmentUrl: csv.file.url },
        InsertImport: { attachmentUrl: csv.file.url },
      }),
      ...(backup && { BaseImport: { token: backup.token } }),
      ...(backup && { BaseFileImport: { notify: { token: backup.token } } }),
      RowsPlace: { recordIds: [recordId] },
      ...(link && {
        Acceptance: {
          invitationId: link.body.invitationId,
          invitationCode: link.body.invitationCode,
        },
      }),
      ...(neighbour && { BasePlace: { anchorId: neighbour.id } }),
      NewInvitations: { emails: [`other-${email}`] },
      ResetPassword: { link: reset.secret, code: reset.secret },
      VerifyEmail: { link: verify.secret },
      ...(waiting && { CodeForm: waiting }),
      ...authorization?.sent,
    },
  };
}

/** Only the ids of things that were made. */
const there = (ids: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(ids).filter((each): each is [string, string] => each[1] !== undefined));

/** The examples of these bodies need an authorization, see authorization.ts. */
const namesOfAuthorizations = ["Decision", "TokenRequest", "TokenQuestion"];

/** The names of its path parameters and required query parameters, the prefixes of the ids in its example, and the id of its body's schema. */
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

type Replacements = Pick<World, "ids" | "sent">;

/** An example of a body with the ids and members of a world. */
export function inWorld<Body>(
  example: Body,
  shape: z.ZodType | undefined,
  { ids, sent }: Replacements,
): Body {
  const text = JSON.stringify(example);
  if (text === undefined) return example;
  const there = text.replace(exampleIds, (id, kind) => ids[kind] ?? id);
  const body = JSON.parse(there) as Body & object;
  if (Array.isArray(body)) return body;
  const known = Object.entries(sent[shape?.meta()?.id ?? ""] ?? {});
  return { ...body, ...Object.fromEntries(known.filter(([name]) => name in body)) } as Body;
}

/** The example of a body in the documentation, with the ids of a world; undefined if there is none. */
export function exampleFor(shape: z.ZodType | undefined, world: Replacements): object | undefined {
  const [first] = (shape?.meta()?.["examples"] ?? []) as object[];
  return inWorld(first, shape, world);
}

/** Values for the parameters of a path. */
export const paramsFor = ({ path }: Endpoint["definition"], { params, sharedViewId }: World) =>
  forShared.test(path) ? { ...params, viewId: sharedViewId } : params;

/** Values for the required parameters of a query. */
export function queryFor({ query }: Endpoint["definition"], { params }: World): Record<string, string> {
  const { names, isList, firstWord } = requiredIn(query);
  return Object.fromEntries(
    names.map((name) => [isList(name) ? `${name}[]` : name, params[name] ?? firstWord(name) ?? name]),
  );
}

function requiredIn(query: Endpoint["definition"]["query"]) {
  const { required = [], properties = {} } = query
    ? z.toJSONSchema(query, { io: "input", unrepresentable: "any" })
    : {};
  const isList = (name: string) => (properties[name] as { type?: string } | undefined)?.type === "array";
  const firstWord = (name: string) => (properties[name] as { enum?: string[] } | undefined)?.enum?.[0];
  // one of two names for the same is needed
  const either = ["tableId", "baseId"].filter((name) => name in properties).slice(0, 1);
  const names = required.length === 0 ? either : required;
  return { names, isList, firstWord };
}

/** The credentials that an endpoint needs: a token or a session. Each session is new, because some calls end it. */
export async function entering(
  { definition: { session, optionalSession, scope, anyToken } }: Endpoint,
  user: { userId: UserId; token: string },
): Promise<Pick<Asking, "as" | "signedIn">> {
  if (scope || anyToken) return { as: user };
  return session || optionalSession ? { signedIn: await aSession(user.userId) } : {};
}

/** An export of a base without tables. */
const anExport = () => {
  const manifest = { format: "gridless-base", version: 1, name: "Imported", tables: [] };
  return zipped([["manifest.json", Buffer.from(JSON.stringify(manifest))]]);
};

/** The token of a file: uploaded, or only announced for the endpoints that take its bytes. */
async function aToken(owner: Someone, about?: Endpoint): Promise<{ token: string }> {
  return about?.definition.path.startsWith("/attachments/upload") ? anAnnouncement(owner) : aFile(owner);
}
