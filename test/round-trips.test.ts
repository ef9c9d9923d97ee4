/*
 * What each endpoint costs at the store (docs/design/reading.md explains some of it). At the first call for a table its schema is not in
 * memory yet, at the second it is. If a cost rises, the test fails; if it falls, write the new number here.
 */
import { afterEach, expect, test, vi } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as createBaseLink } from "#functions/base/create-base-link";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as exportBase } from "#functions/base/export-base";
import { handler as inviteToBase } from "#functions/base/invite-to-base";
import { handler as listChanges } from "#functions/change/list-changes";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as listComments } from "#functions/comment/list-comments";
import { handler as setReaction } from "#functions/comment/set-reaction";
import { handler as subscribeToRecord } from "#functions/comment/subscribe-to-record";
import { handler as importRecords } from "#functions/csv/import-records";
import { handler as createField } from "#functions/field/create-field";
import { handler as createSecret } from "#functions/oauth/create-client-secret";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as undoOperation } from "#functions/record/undo-operation";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createSpace } from "#functions/space/create-space";
import { handler as createSpaceLink } from "#functions/space/create-space-link";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as inviteToSpace } from "#functions/space/invite-to-space";
import { handler as createTable } from "#functions/table/create-table";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as createView } from "#functions/view/create-view";
import { handler as enableShare } from "#functions/view/enable-share";
import { handler as sendTestEvent } from "#functions/webhook/send-test-event";
import { raiseEpoch } from "#lib/data/changes/epoch";
import { openSignatures } from "#lib/data/identity/own-signature";
import { hashPassword } from "#lib/data/identity/passwords";
import * as tokens from "#lib/data/identity/tokens";
import * as users from "#lib/data/identity/users";
import type { Endpoint } from "#lib/http/endpoint";
import { readRegistry } from "#lib/registry";
import type { BaseId, UserId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { aJob, runToEnd } from "#test/support/events/jobs";
import { aClientInput, anApplication, anAppToken } from "#test/support/makers/applications";
import { fileUrl } from "#test/support/makers/file-server";
import { aFile, anAnnouncement, atAddress } from "#test/support/makers/files";
import { aShareId } from "#test/support/makers/ids";
import { aDeletedRecord, anEditedRecord } from "#test/support/makers/kept";
import { aMember, aSession, aTable, type Someone, someone, verify } from "#test/support/makers/makers";
import { told } from "#test/support/makers/notifications";
import { type App, aCode, anApp, basic, type Person, question, tokensOf } from "#test/support/makers/oauth";
import {
  aLink,
  aNewcomer,
  anAvatar,
  anEmail,
  aPerson,
  aSecondFactor,
  password,
} from "#test/support/makers/people";
import { aPlugin, aPluginInput } from "#test/support/makers/plugins";
import { aWebhook } from "#test/support/makers/webhooks";
import { aProvider } from "#test/support/provider/provider";
import { goToProvider, type Jar, linkIn, visitProvider } from "#test/support/provider/visits";
import { type Asking, call, fromOurPage } from "#test/support/requests/call";
import { areUnitsRight, costOf } from "#test/support/requests/round-trips";
import { useOwnStore } from "#test/support/store/own-store";
import { zipped } from "#test/support/zips";

// a list over all users costs as much as there are users
await useOwnStore();
// the key that signs exports is made once
await openSignatures();

const named = JSON.stringify({
  conjunction: "and",
  filterSet: [{ fieldId: "Name", operator: "contains", value: "r" }],
});
const byName = JSON.stringify([{ fieldId: "Name", order: "asc" }]);

type Made = Awaited<ReturnType<typeof prepare>>;
type Ask = Omit<Asking, "as">;

const kinds = [
  { name: "Name", type: "singleLineText" },
  { name: "Key", type: "singleLineText", unique: true },
  { name: "Status", type: "singleSelect" },
  { name: "Who", type: "user" },
];

/** A base with two tables; the first has three records, the second has people, choices and a unique field. */
async function prepare() {
  const records = [1, 2, 3].map((i) => ({ fields: { Name: `r${i}`, Count: i, Status: "light" } }));
  const made = await aTable({ records });
  const me = { id: made.owner.userId, title: "" };
  const rich = await call(createTable, {
    as: made.owner,
    params: { baseId: made.baseId },
    body: {
      fields: kinds,
      records: [1, 2, 3].map((i) => ({ fields: { Name: `r${i}`, Key: `k${i}`, Who: me } })),
    },
  });
  const client = await anApplication(made.owner);
  const appToken = await anAppToken(client, made.owner.userId, []);
  const inClient = { clientId: client.clientId as string };
  const secret = await call(createSecret, { as: made.owner, params: inClient });
  const { userId } = made.owner;
  const [own] = await tokens.listOf(userId, new Date().toISOString());
  const plugin = await aPlugin(made.owner);
  const person = await aPerson();
  const mailed = {
    ...person,
    invite: await aLink("invitation", { email: anEmail() }),
    reset: await aLink("resetPassword", person),
  };
  const recordOf = (table: { records: { id: string }[] }, i: number) => table.records[i]?.id as string;
  return {
    ...made,
    jobId: (await aJob(made)) as string,
    accessTokenId: made.owner.token.split("_")[1] as string,
    me,
    withFiles,
    inClient,
    mailed,
    signedIn: await aSessionWithPassword(userId),
    inToken: { accessTokenId: own?.id as string },
    inSecret: { ...inClient, secretId: secret.body.id as string },
    byApplication: { authorization: `Bearer ${appToken}` },
    inSpace: { spaceId: made.spaceId },
    inBase: { baseId: made.baseId },
    inPlugin: { pluginId: plugin.id as string },
    others: () => others(made),
    inTable: { tableId: made.tableId },
    table: { baseId: made.baseId, tableId: made.tableId },
    otherTable: rich.body.id as string,
    inRich: { tableId: rich.body.id as string },
    record: (i: number) => ({ tableId: made.tableId, recordId: recordOf(made.table, i) }),
    richRecord: (i: number) => ({ tableId: rich.body.id as string, recordId: recordOf(rich.body, i) }),
    fieldId: made.table.fields[0].id as string,
    fieldIds: made.table.fields.map(({ id }: { id: string }) => id) as string[],
    viewId: made.table.defaultViewId as string,
    inView: { tableId: made.tableId, viewId: made.table.defaultViewId as string },
  };
}

/** A member of the space and one of the base, an invitation to each, and people to invite: one with an account and one without. */
async function others({ owner, spaceId, baseId }: Awaited<ReturnType<typeof aTable>>) {
  const known = await someone();
  await verify(known);
  const invited = async (endpoint: Endpoint) => {
    const email = `${crypto.randomUUID()}@test.local`;
    const body = { emails: [email], role: "editor" };
    const answer = await call(endpoint, { as: owner, params: { spaceId, baseId }, body });
    return answer.body[email].invitationId as string;
  };
  return {
    inSpace: (await aMember(spaceId, "editor")).userId as string,
    inBase: (await aMember(baseId, "editor")).userId as string,
    emails: [known.email, `${crypto.randomUUID()}@test.local`],
    invitedToSpace: await invited(inviteToSpace),
    invitedToBase: await invited(inviteToBase),
  };
}

const inReview = async ({ owner }: Made) => ({
  pluginId: (await aPlugin(owner, { status: "reviewing" })).id as string,
});
/** A table with a file field, and a file that no record uses yet. */
async function withFiles(owner: Someone) {
  const fields = [
    { name: "Name", type: "singleLineText" },
    { name: "Files", type: "attachment" },
  ];
  const [{ tableId }, { item, token }] = [await aTable({ fields }, owner), await aFile(owner)];
  return { params: { tableId }, token, fields: { Name: "x", Files: [item] } };
}

const hookInput = { url: "https://receiver.example.com/", events: ["record.created"] };
async function inHook({ owner, baseId }: Made) {
  const { id } = await aWebhook({ owner, baseId }, hookInput);
  return { baseId: baseId as string, webhookId: id as string };
}
/** A webhook with a delivery. */
async function inDelivery(made: Made) {
  const params = await inHook(made);
  const { body } = await call(sendTestEvent, { as: made.owner, params });
  return { ...params, deliveryId: body.deliveryId as string };
}

let hashed: Promise<string> | undefined;
async function aSessionWithPassword(userId: UserId) {
  const user = (await users.find(userId)) as users.UserItem;
  hashed ??= hashPassword(password);
  await commit([change(user, { passwordHash: await hashed, isAdmin: true })]);
  return aSession(userId);
}

const inWindow = { "x-window-id": "w" };

async function aChangeInWindow({ owner, record }: Made) {
  const body = { record: { fields: { Name: "x" } } };
  await call(updateRecord, { as: owner, params: record(0), body, headers: inWindow });
}

async function aButton({ owner: as, inTable: params }: Made): Promise<string> {
  const body = { type: "button", options: { label: "Go", color: "red", resetCount: true } };
  return (await call(createField, { as, params, body })).body.id;
}

async function aFileField({ owner: as, inTable: params }: Made) {
  const { body } = await call(createField, { as, params, body: { type: "attachment", name: "Files" } });
  return { attachmentFieldId: body.id as string };
}

/** A field with dates, and the query for a calendar of it. */
async function daysOf({ owner: as, inTable: params }: Made) {
  await call(createField, { as, params, body: { type: "date", name: "Day" } });
  const days = { startDate: "2026-03-01", endDate: "2026-03-31" };
  return { ...days, startDateFieldId: "Day", endDateFieldId: "Day" };
}

/** A shared form: the first call when the schema is not in memory, and the second. */
async function inShare(
  { owner: as, inTable: params }: Made,
  ask: Ask = {},
  meta: object = {},
  type = "form",
): Promise<[Ask, Ask]> {
  const shareMeta = { includeRecords: true, submit: { allow: true }, ...meta };
  const shareId = aShareId();
  const body = { type, shareId, enableShare: true, shareMeta };
  const { status } = await call(createView, { as, params, body });
  expect(status).toBe(201);
  return twice({ ...ask, params: { shareId } });
}

/** A shared form that asks for files, and the announcement of one. */
async function inFileForm(made: Made): Promise<[Ask, Ask]> {
  const { owner: as, inTable: params } = made;
  const { attachmentFieldId: fieldId } = await aFileField(made);
  const shareId = aShareId();
  const columnMeta = { [fieldId]: { order: 9, visible: true } };
  const shareMeta = { submit: { allow: true } };
  const body = { type: "form", shareId, enableShare: true, shareMeta, columnMeta };
  expect((await call(createView, { as, params, body })).status).toBe(201);
  const file = { fieldId, contentType: "text/plain", contentLength: 5 };
  return twice({ body: file, headers: fromOurPage(), params: { shareId } });
}

async function anotherView({ owner: as, inTable: params }: Pick<Made, "owner" | "inTable">) {
  return (await call(createView, { as, params, body: { type: "grid" } })).body.id as string;
}
async function shared({ owner: as, inView: params }: Made) {
  await call(enableShare, { as, params });
  return params;
}

const toolCall = (name: string, args: object) => ({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name, arguments: args },
});

const cells = { Name: "x", Count: 1, Status: "light" };
const hundred = Array.from({ length: 100 }, () => ({ fields: cells }));

const edited = ({ recordId }: { recordId: string }, fields: object) => ({ id: recordId, fields });
const keyed = (Name: string, ...keys: string[]) => keys.map((Key) => ({ fields: { Key, Name } }));

/** The cell of this column in the first row. */
const corner = (column: number) => [
  [column, 0],
  [column, 0],
];

const aToken = { name: "Import", scopes: ["record|create"], expiredTime: "2999-12-31" };

/** Operation, and what is special about the call → the first call and, if it can be repeated, the second. */
/** A table that links to another one, with a record Ann there. */
async function aLinked(owner: Someone, { baseId }: { baseId: BaseId }) {
  const place = { baseId, spaceId: "" as never };
  const name = { type: "singleLineText", name: "Name" };
  const there = await aTable({ fields: [name], records: [{ fields: { Name: "Ann" } }] }, owner, place);
  const options = { relationship: "manyMany", foreignTableId: there.tableId, isOneWay: true };
  const link = { type: "link", name: "Of", options };
  const { tableId } = await aTable({ fields: [name, link], records: [] }, owner, place);
  const send = (Of: string, createLinked: boolean) => ({
    ...{ typecast: true, createLinked, records: [{ fields: { Name: "a", Of } }] },
  });
  return { params: { tableId }, send };
}

const scenes: Record<string, (made: Made) => [Ask, Ask?] | Promise<[Ask, Ask?]>> = {
  createSpace: () => twice({ body: {} }),
  listSpaces: () => [{}],
  getSpace: ({ inSpace: params }) => [{ params }],
  updateSpace: ({ inSpace: params }) => [{ params, body: { name: "S" } }],
  deleteSpace: ({ inSpace: params }) => [{ params }],
  deleteSpacePermanently: ({ inSpace: params }) => [{ params }],
  listSpaceBases: ({ inSpace: params }) => [{ params }],
  listSpaceCollaborators: ({ inSpace: params }) => [{ params }],
  listAccessLog: ({ inSpace: params }) => [{ params }, { params, query: { format: "csv" } }],
  updateSpaceCollaborator: async ({ inSpace: params, others }) => [
    { params, body: { userId: (await others()).inSpace, role: "viewer" } },
  ],
  removeSpaceCollaborator: async ({ inSpace: params, others }) => [
    { params, query: { userId: (await others()).inSpace } },
  ],
  inviteToSpace: async ({ inSpace: params, others }) => [
    { params, body: { emails: (await others()).emails, role: "editor" } },
  ],
  listSpaceInvitations: ({ inSpace: params }) => [{ params }],
  addSpaceCollaborators: async ({ inSpace: params, others }) => [
    { params, body: { collaborators: [asPrincipal((await others()).inBase)], role: "viewer" } },
  ],
  listSpaceLinks: ({ inSpace: params }) => [{ params }],
  createSpaceLink: ({ inSpace: params }) => twice({ params, body: { role: "viewer" } }),
  updateSpaceLink: async (made) => [{ params: await aSpaceLink(made), body: { role: "editor" } }],
  deleteSpaceLink: async (made) => [{ params: await aSpaceLink(made) }],
  cancelSpaceInvitation: async ({ inSpace, others }) => [
    { params: { ...inSpace, invitationId: (await others()).invitedToSpace } },
  ],

  listBaseCollaborators: ({ inBase: params }) => [{ params }],
  updateBaseCollaborator: async ({ inBase: params, others }) => [
    { params, body: { userId: (await others()).inBase, role: "viewer" } },
  ],
  removeBaseCollaborator: async ({ inBase: params, others }) => [
    { params, query: { userId: (await others()).inBase } },
  ],
  inviteToBase: async ({ inBase: params, others }) => [
    { params, body: { emails: (await others()).emails, role: "editor" } },
  ],
  listBaseInvitations: ({ inBase: params }) => [{ params }],
  addBaseCollaborators: async ({ inBase: params, others }) => [
    { params, body: { collaborators: [asPrincipal((await others()).inSpace)], role: "viewer" } },
  ],
  listBaseLinks: ({ inBase: params }) => [{ params }],
  createBaseLink: ({ inBase: params }) => twice({ params, body: { role: "viewer" } }),
  updateBaseLink: async (made) => [{ params: await aBaseLink(made), body: { role: "editor" } }],
  deleteBaseLink: async (made) => [{ params: await aBaseLink(made) }],
  listBaseUsers: ({ inBase: params }) => [{ params }],
  listSharedBases: () => [{}, {}],
  orderBase: async ({ owner, inBase: params, inSpace }) => {
    const { body } = await call(createBase, { as: owner, body: inSpace });
    return [{ params, body: { anchorId: body.id, position: "after" } }];
  },
  moveBase: async ({ owner, inBase: params }) => {
    const { body } = await call(createSpace, { as: owner, body: {} });
    return [{ params, body: { spaceId: body.id } }];
  },
  acceptInvitationLink: async (made) => [
    { headers: { authorization: `Bearer ${(await someone()).token}` }, body: await aPair(made) },
  ],
  showInvitation: async (made) => [{ signedIn: await aPerson(), query: await aPair(made) }],
  submitInvitation: async (made) => [{ signedIn: await aPerson(), ...form(await aPair(made)) }],
  cancelBaseInvitation: async ({ inBase, others }) => [
    { params: { ...inBase, invitationId: (await others()).invitedToBase } },
  ],
  getBasePermission: ({ inBase: params }) => [{ params }],
  getBaseGraph: ({ inBase: params }) => [{ params }],
  getBaseSchema: ({ inBase: params }) => [{ params }],
  getBaseOpenapi: ({ inBase: params }) => [{ params }],
  getBaseTypes: ({ inBase: params }) => [{ params }],
  duplicateTable: ({ inBase, inTable }) =>
    twice({ params: { ...inBase, ...inTable }, body: { name: "Copy", includeRecords: true } }),

  createBase: ({ spaceId }) => [{ body: { spaceId, name: "B" } }, { body: { spaceId, name: "C" } }],
  listBases: () => [{}, {}],
  getBase: ({ inBase: params }) => [{ params }, { params }],
  updateBase: ({ inBase: params }) => [
    { params, body: { name: "B" } },
    { params, body: { name: "C" } },
  ],
  deleteBase: ({ inBase: params }) => [{ params }],
  deleteBasePermanently: ({ inBase: params }) => [{ params }],

  createTable: ({ inBase: params }) => [
    { params, body: {} },
    { params, body: {} },
  ],
  listTables: ({ inBase: params }) => [{ params }, { params }],
  getTable: ({ table: params }) => [{ params }, { params }],
  getDefaultViewId: ({ table: params }) => [{ params }, { params }],
  renameTable: ({ table: params }) => [
    { params, body: { name: "A" } },
    { params, body: { name: "B" } },
  ],
  describeTable: ({ table: params }) => [{ params, body: { description: "A" } }],
  setTableIcon: ({ table: params }) => [{ params, body: { icon: "📦" } }],
  setDbTableName: ({ table: params }) => [{ params, body: { dbTableName: "Renamed" } }],
  getTablePermission: ({ table: params }) => [{ params }],
  orderTable: ({ table: params, otherTable: anchorId }) => [
    { params, body: { anchorId, position: "after" } },
  ],
  deleteTable: ({ table: params }) => [{ params }],
  deleteTablePermanently: ({ table: params }) => [{ params }],
  "deleteTablePermanently: from the trash": async ({ owner, table: params }) => {
    await call(deleteTable, { as: owner, params });
    return [{ params }];
  },

  previewImport: ({ inBase: params }) => [{ params, body: { text: "Name,Count\nAda,3\n" } }],
  importTable: async ({ owner, inBase: params }) => [
    { params, body: { text: "Name,Count\nAda,3\n" } },
    { params, body: { token: (await aFile(owner, { bytes: "Name\n" })).token } },
  ],
  importRecords: async ({ owner, table: { tableId } }) => [
    { params: { tableId }, body: { text: "Name,Count\nAda,3\n" } },
    { params: { tableId }, body: { token: (await aFile(owner, { bytes: "Name\n" })).token } },
  ],
  exportTable: ({ table: { tableId } }) => [{ params: { tableId } }, { params: { tableId } }],
  exportView: ({ table: { tableId } }) => [{ params: { tableId } }, { params: { tableId } }],
  analyzeImport: async ({ owner }) => {
    const { file } = await aFile(owner, { bytes: "Name\nAda\n" });
    return twice({ query: { attachmentUrl: file.url, fileType: "csv" } });
  },
  importSheets: async ({ owner, inBase: params }) => {
    const { file } = await aFile(owner, { bytes: "Name\nAda\n" });
    const sheet = { name: "Sheet", columns: [{ name: "Name", sourceColumnIndex: 0 }] };
    return twice({
      params,
      body: { worksheets: { Sheet: sheet }, attachmentUrl: file.url, fileType: "csv" },
    });
  },
  insertImport: async ({ owner, inBase, table: { tableId }, fieldId }) => {
    const { file } = await aFile(owner, { bytes: "Name\nAda\n" });
    const sourceColumnMap = { [fieldId]: 0 };
    const insertConfig = { sourceWorkSheetKey: "Sheet", excludeFirstRow: true, sourceColumnMap };
    const params = { ...inBase, tableId };
    return twice({ params, body: { attachmentUrl: file.url, fileType: "csv", insertConfig } });
  },

  listFields: ({ inTable: params }) => [{ params }, { params }],
  listFieldFilterLinks: ({ inTable, fieldId }) => twice({ params: { ...inTable, fieldId } }),
  getField: ({ inTable, fieldId }) => [
    { params: { ...inTable, fieldId } },
    { params: { ...inTable, fieldId } },
  ],
  createField: ({ inTable: params }) => twice({ params, body: { type: "number" } }),

  updateField: ({ inTable, fieldId }) => [
    { params: { ...inTable, fieldId }, body: { name: "A" } },
    { params: { ...inTable, fieldId }, body: { name: "B" } },
  ],
  duplicateField: ({ inTable, fieldId }) =>
    twice({ params: { ...inTable, fieldId }, body: { name: "Copy" } }),
  convertField: ({ inTable, fieldId }) => [
    { params: { ...inTable, fieldId }, body: { type: "longText" } },
    { params: { ...inTable, fieldId }, body: { type: "singleLineText" } },
  ],
  previewConversion: ({ inTable, fieldId }) =>
    twice({ params: { ...inTable, fieldId }, body: { type: "longText" } }),
  deleteField: ({ inTable, fieldIds }) => [{ params: { ...inTable, fieldId: fieldIds[1] as string } }],
  deleteFields: ({ inTable: params, fieldIds }) => [{ params, query: { "fieldIds[]": fieldIds.slice(1) } }],

  createView: ({ inTable: params }) => [
    { params, body: { type: "grid" } },
    { params, body: { type: "grid" } },
  ],
  listViews: ({ inTable: params }) => [{ params }, { params }],
  // next to a row that was never moved, and next to a moved one
  orderRows: ({ inTable, viewId, record }) => {
    const [first, second, third] = [0, 1, 2].map((i) => record(i).recordId);
    const params = { ...inTable, viewId };
    return [
      { params, body: { anchorId: first, position: "before", recordIds: [third] } },
      { params, body: { anchorId: third, position: "after", recordIds: [second] } },
    ];
  },
  sortRows: ({ inTable, viewId, fieldIds: [, fieldId] }) =>
    twice({ params: { ...inTable, viewId }, body: { sortObjs: [{ fieldId, order: "asc" }] } }),
  getView: ({ inTable, viewId }) => [{ params: { ...inTable, viewId } }, { params: { ...inTable, viewId } }],
  listViewFilterLinks: ({ inView: params }) => [{ params }],

  duplicateView: ({ inView: params }) => twice({ params }),
  renameView: ({ inView: params }) => [
    { params, body: { name: "A" } },
    { params, body: { name: "B" } },
  ],
  "renameView: as it is": ({ inView: params }) => twice({ params, body: { name: "Grid view" } }),
  describeView: ({ inView: params }) => [{ params, body: { description: "A" } }],
  orderView: async ({ inView: params, ...made }) => [
    { params, body: { anchorId: await anotherView(made), position: "after" } },
  ],
  filterView: ({ inView: params }) => [{ params, body: { filter: { conjunction: "and", filterSet: [] } } }],
  sortView: ({ inView: params }) => [{ params, body: { sort: { sortObjs: [] } } }],
  groupView: ({ inView: params, fieldId }) => [{ params, body: { group: [{ fieldId, order: "asc" }] } }],
  updateViewOptions: ({ inView: params }) => [{ params, body: { options: { rowHeight: "tall" } } }],
  updateViewColumns: ({ inView: params, fieldId }) => [
    { params, body: [{ fieldId, columnMeta: { width: 90 } }] },
  ],
  lockView: ({ inView: params }) => [{ params, body: { isLocked: true } }],
  deleteView: async (made) => [{ params: { ...made.inTable, viewId: await anotherView(made) } }],
  "deleteView: the default one": async ({ inView: params, ...made }) => {
    await anotherView(made);
    return [{ params }];
  },
  updateShareMeta: ({ inView: params }) => [{ params, body: { allowCopy: true } }],
  enableShare: ({ inView: params }) => [{ params }],
  refreshShareId: async (made) => twice({ params: await shared(made) }),
  disableShare: async (made) => [{ params: await shared(made) }],
  "deleteView: the default one, shared": async (made) => {
    await anotherView(made);
    return [{ params: await shared(made) }];
  },

  "createRecords: one": ({ inTable: params }) => twice({ params, body: { records: [{ fields: cells }] } }),
  "createRecords: one, with a key": ({ inTable: params }) =>
    twice({ params, body: { records: [{ fields: cells }] }, headers: { "idempotency-key": "one" } }),
  "createRecords: one, beside a row": ({ inTable: params, viewId, record }) => {
    const order = { viewId, anchorId: record(1).recordId, position: "before" };
    return twice({ params, body: { records: [{ fields: cells }], order } });
  },
  "createRecords: a hundred": ({ inTable: params }) => twice({ params, body: { records: hundred } }),
  "createRecords: unique, with people": ({ inRich: params, me }) => [
    { params, body: { records: [{ fields: { Key: "a", Who: me } }] } },
    { params, body: { records: [{ fields: { Key: "b", Who: me } }] } },
  ],
  "createRecords: typecast makes a choice": ({ inTable: params }) => [
    { params, body: { typecast: true, records: [{ fields: { Status: "new" } }] } },
    // the schema that the first call created is not in memory yet
    { params, body: { typecast: true, records: [{ fields: { Status: "newer" } }] } },
  ],
  "createRecords: titles that exist, with createLinked and without": async ({ owner, table }) => {
    const { params, send } = await aLinked(owner, table);
    return [
      { params, body: send("Ann", true) },
      { params, body: send("Ann", false) },
    ];
  },
  "createRecords: createLinked makes a record, and finds it again": async ({ owner, table }) => {
    const { params, send } = await aLinked(owner, table);
    return twice({ params, body: send("Zoe", true) });
  },
  "createRecords: typecast finds people": ({ inRich: params, owner }) =>
    twice({ params, body: { typecast: true, records: [{ fields: { Who: owner.email } }] } }),
  listRecords: ({ inTable: params }) => twice({ params }),
  "listRecords: with people": ({ inRich: params }) => twice({ params }),
  getRecord: ({ record }) => twice({ params: record(0) }),
  "updateRecord: beside a row": ({ viewId, record }) => {
    const order = { viewId, anchorId: record(1).recordId, position: "before" };
    return [{ params: record(0), body: { record: { fields: {} }, order } }];
  },
  updateRecord: ({ record }) => [
    { params: record(0), body: { record: { fields: { Name: "y" } } } },
    { params: record(0), body: { record: { fields: { Name: "z" } } } },
  ],
  "updateRecord: the values that it has": ({ record }) => [
    { params: record(0), body: { record: { fields: { Name: "r1" } } } },
  ],
  "updateRecord: unique, with people": ({ richRecord, me }) => [
    { params: richRecord(0), body: { record: { fields: { Key: "a", Who: me } } } },
    { params: richRecord(0), body: { record: { fields: { Key: "b", Who: me } } } },
  ],
  clickButton: async (made) => twice({ params: { ...made.record(0), fieldId: await aButton(made) } }),
  resetButton: async (made) => twice({ params: { ...made.record(0), fieldId: await aButton(made) } }),
  deleteRecord: ({ record }) => [{ params: record(0) }, { params: record(1) }],
  "deleteRecord: unique": ({ richRecord }) => [{ params: richRecord(0) }, { params: richRecord(1) }],
  "updateRecords: two": ({ inTable: params, record }) => [
    { params, body: { records: [0, 1].map((i) => edited(record(i), { Name: "y" })) } },
    { params, body: { records: [0, 1].map((i) => edited(record(i), { Name: "z" })) } },
  ],
  "updateRecords: a hundred": async ({ owner, inTable: params }) => {
    const { body } = await call(createRecords, { as: owner, params, body: { records: hundred } });
    const records = body.records.map(({ id }: { id: string }) => ({ id, fields: { Name: "y" } }));
    return [{ params, body: { records } }];
  },
  "updateRecords: unique values change hands": ({ inRich: params, richRecord }) => [
    { params, body: { records: [0, 1].map((i) => edited(richRecord(i), { Key: `k${2 - i}` })) } },
    { params, body: { records: [0, 1].map((i) => edited(richRecord(i), { Key: `k${1 + i}` })) } },
  ],
  "updateRecords: upsert by a unique field": ({ inRich: params }) => [
    { params, body: { upsert: { fieldKeys: ["Key"] }, records: keyed("y", "k1", "k9") } },
    { params, body: { upsert: { fieldKeys: ["Key"] }, records: keyed("z", "k1", "k9") } },
  ],
  "updateRecords: upsert by any field": ({ inTable: params }) => [
    { params, body: { upsert: { fieldKeys: ["Name"] }, records: [{ fields: { Name: "r1", Count: 5 } }] } },
    { params, body: { upsert: { fieldKeys: ["Name"] }, records: [{ fields: { Name: "r1", Count: 6 } }] } },
  ],
  "updateRecordsWhere: of three": ({ inTable: params }) => [
    { params, body: { filterByTql: "{Name} = 'r1'", fields: { Count: 5 } } },
    { params, body: { filterByTql: "{Name} = 'r1'", fields: { Count: 6 } } },
  ],
  "updateRecordsWhere: none is found": ({ inTable: params }) => [
    { params, body: { filterByTql: "{Name} = 'none'", fields: { Count: 5 } } },
  ],
  "updateRecordsWhere: without writing": ({ inTable: params }) => [
    { params, body: { filterByTql: "{Name} = 'r1'", fields: { Count: 5 }, dryRun: true } },
  ],
  "deleteRecordsWhere: of three": ({ inTable: params }) => [
    { params, body: { filterByTql: "{Name} = 'r1'" } },
  ],
  "deleteRecords: two": ({ inTable: params, record }) => [
    { params, query: { "recordIds[]": [record(0).recordId, record(1).recordId] } },
  ],
  "deleteListedRecords: two": ({ inTable: params, record }) => [
    { params, body: { recordIds: [record(0).recordId, record(1).recordId] } },
  ],
  uploadAttachment: async (made) =>
    twice({ params: { ...made.record(0), ...(await aFileField(made)) }, body: { fileUrl: await fileUrl() } }),
  duplicateRecord: ({ record }) => twice({ params: record(0), body: {} }),
  "createRecords: from a window": ({ inTable: params }) => [
    { params, body: { records: [{ fields: {} }] }, headers: inWindow },
  ],
  undoOperation: async (made) => {
    await aChangeInWindow(made);
    return [{ params: made.inTable, headers: inWindow }];
  },
  redoOperation: async (made) => {
    await aChangeInWindow(made);
    await call(undoOperation, { as: made.owner, params: made.inTable, headers: inWindow });
    return [{ params: made.inTable, headers: inWindow }];
  },
  getRecordStatus: ({ record }) => [{ params: record(0) }],
  listRecordHistory: async ({ owner, tableId }) => twice({ params: await anEditedRecord(owner, tableId) }),
  listTableHistory: async ({ owner, tableId }) => {
    await anEditedRecord(owner, tableId);
    return twice({ params: { tableId } });
  },

  listTrash: ({ baseId }) => [{ query: { baseId } }],
  listTrashItems: async ({ owner, tableId }) => {
    await aDeletedRecord(owner, tableId);
    return [{ query: { tableId } }];
  },
  "restoreTrashItem: a record": async ({ owner, tableId }) => {
    const asked = async () => ({ params: { trashId: await aDeletedRecord(owner, tableId) } });
    return [await asked(), await asked()];
  },
  "restoreTrashItem: a table": async ({ owner, table: params }) => {
    const { body } = await call(deleteTable, { as: owner, params });
    return [{ params: { trashId: body.trashId } }];
  },
  "restoreTrashItem: a base": async ({ owner, inBase: params }) => {
    const { body } = await call(deleteBase, { as: owner, params });
    return [{ params: { trashId: body.trashId } }];
  },
  "restoreTrashItem: a space of one base": async ({ owner, inSpace: params }) => {
    const { body } = await call(deleteSpace, { as: owner, params });
    return [{ params: { trashId: body.trashId } }];
  },
  "listTrash: bases": () => [{ query: { resourceType: "base" } }],
  "listTrash: spaces": () => [{ query: { resourceType: "space" } }],
  resetTrashItems: ({ baseId, tableId }) => [
    { query: { resourceId: tableId } },
    { query: { resourceId: baseId } },
  ],
  countRecords: ({ inTable: params }) => twice({ params }),
  "countRecords: filtered": ({ inTable: params }) => twice({ params, query: { filter: named } }),
  "listRecords: through a view": ({ inTable: params, viewId }) => twice({ params, query: { viewId } }),
  "listRecords: filtered": ({ inTable: params }) => twice({ params, query: { filter: named } }),
  "listRecords: sorted": ({ inTable: params }) => twice({ params, query: { orderBy: byName } }),
  listRecordsByBody: ({ inTable: params }) => twice({ params, body: {} }),
  listPlaces: ({ inTable: params }) => twice({ params }),
  "listPlaces: through a view": ({ inTable: params, viewId }) => twice({ params, query: { viewId } }),
  aggregateRecords: ({ inTable: params }) =>
    twice({ params, query: { field: JSON.stringify({ Count: ["sum"] }) } }),
  queryBase: ({ inBase: params, inTable: { tableId: table } }) => twice({ params, body: { table } }),
  listGroupPoints: ({ inTable: params }) => twice({ params, query: { groupBy: byName } }),
  getSelectedIds: ({ inTable: params }) =>
    twice({ params, query: { ranges: "[[0,0],[1,1]]", returnType: "all" } }),
  copyCells: ({ inTable: params }) => twice({ params, query: { ranges: "[[0,0],[1,1]]" } }),
  pasteCells: ({ inTable: params }) => [
    { params, body: { ranges: corner(0), content: "a" } },
    { params, body: { ranges: corner(0), content: "b" } },
  ],
  previewPaste: ({ inTable: params }) =>
    twice({
      params,
      body: {
        ranges: [
          [0, 0],
          [0, 0],
        ],
        content: "a",
      },
    }),
  clearCells: ({ inTable: params }) => [
    { params, body: { ranges: corner(1) } },
    {
      params,
      body: {
        ranges: [
          [1, 1],
          [1, 1],
        ],
      },
    },
  ],
  deleteSelectedRecords: ({ inTable: params }) => [{ params, query: { ranges: "[[0,0],[0,0]]" } }],

  countSearchHits: ({ inTable: params }) => twice({ params, query: { search: "r" } }),
  listCalendarDays: async (made) => twice({ params: made.inTable, query: await daysOf(made) }),
  saveQuery: () => twice({ body: { params: { search: ["a"] } } }),
  listSearchHits: ({ inTable: params }) => twice({ params, query: { search: "r" } }),

  listComments: async (made) => twice({ params: (await said(made)).onRecord }),
  createComment: async (made) => {
    const { onRecord: params, commentId: quoteId } = await said(made);
    return twice({ params, body: { content: mentioning(made), quoteId } });
  },
  getComment: async (made) => twice({ params: (await said(made)).onComment }),
  updateComment: async (made) => [
    { params: (await said(made)).onComment, body: { content: [] } },
    { params: (await said(made)).onComment, body: { content: mentioning(made) } },
  ],
  deleteComment: async (made) => [{ params: (await said(made)).onComment }],
  "createComment: an image": async (made) => {
    const { onRecord: params } = await said(made);
    return twice({ params, body: { content: await showing(made) } });
  },
  "listComments: with an image": async (made) =>
    twice({ params: (await said(made, await showing(made))).onRecord }),
  "updateComment: an image edited away": async (made) => [
    { params: (await said(made, await showing(made))).onComment, body: { content: [] } },
  ],
  "deleteComment: with an image": async (made) => [
    { params: (await said(made, await showing(made))).onComment },
  ],
  setReaction: async (made) => twice({ params: (await said(made)).onComment, body: thumbUp }),
  addReaction: async (made) => twice({ params: (await said(made)).onComment, body: thumbUp }),
  removeReaction: async (made) => {
    const { onComment: params } = await said(made);
    await call(setReaction, { as: made.owner, params, body: thumbUp });
    return [{ params, body: thumbUp }];
  },
  countComments: async (made) => [{ params: (await said(made)).onRecord }],
  countTableComments: async (made) => [{ params: (await said(made)).onRecord }],
  getSubscription: ({ record }) => [{ params: record(0) }],
  subscribeToRecord: ({ record }) => twice({ params: record(0) }),
  unsubscribeFromRecord: async ({ record, owner }) => {
    await call(subscribeToRecord, { as: owner, params: record(0) });
    return [{ params: record(0) }];
  },

  uploadFile: async ({ owner }) => twice({ params: { token: (await anAnnouncement(owner)).token } }),
  uploadFileByPost: async ({ owner }) => twice({ params: { token: (await anAnnouncement(owner)).token } }),
  announceAttachment: () => twice({ body: { contentType: "image/png", contentLength: 5, type: 1 } }),
  completeAttachment: async ({ owner }) => {
    const announced = await anAnnouncement(owner);
    await atAddress(announced.url, announced);
    return twice({ params: { token: announced.token } });
  },
  getAttachment: async ({ owner }) => twice({ params: { token: (await aFile(owner)).token } }),
  "getAttachment: in a record": async ({ owner, withFiles }) => {
    const { params, token, fields } = await withFiles(owner);
    await call(createRecords, { as: owner, params, body: { records: [{ fields }] } });
    return twice({ params: { token } });
  },
  "createRecords: with a file, for the first time and again": async ({ owner, withFiles }) => {
    const { params, fields } = await withFiles(owner);
    return twice({ params, body: { records: [{ fields }] } });
  },
  "listRecords: with files": async ({ owner, withFiles }) => {
    const { params, fields } = await withFiles(owner);
    await call(createRecords, { as: owner, params, body: { records: [{ fields }, { fields }, { fields }] } });
    return twice({ params });
  },

  createAccessToken: ({ signedIn, baseId }) => [
    { signedIn, body: { ...aToken, hasFullAccess: true } },
    { signedIn, body: { ...aToken, baseIds: [baseId] } },
  ],
  listAccessTokens: ({ signedIn }) => twice({ signedIn }),
  getAccessToken: ({ signedIn, accessTokenId }) => twice({ signedIn, params: { accessTokenId } }),
  updateAccessToken: ({ signedIn, accessTokenId, baseId }) => [
    { signedIn, params: { accessTokenId }, body: { ...aToken, hasFullAccess: true } },
    { signedIn, params: { accessTokenId }, body: { ...aToken, baseIds: [baseId] } },
  ],
  refreshAccessToken: ({ signedIn, accessTokenId }) =>
    twice({ signedIn, params: { accessTokenId }, body: {} }),
  deleteAccessToken: ({ signedIn, accessTokenId }) => [{ signedIn, params: { accessTokenId } }],

  listIndexes: ({ inTable: params }) => [{ params }],
  declareIndex: ({ inTable, fieldIds }) => twice({ params: { ...inTable, fieldId: fieldIds[1] as string } }),
  undeclareIndex: ({ inTable, fieldIds }) =>
    twice({ params: { ...inTable, fieldId: fieldIds[1] as string } }),
  duplicateBase: ({ inBase, spaceId }) => [
    { body: { fromBaseId: (inBase as { baseId: BaseId }).baseId, spaceId, withRecords: true } },
  ],
  exportBase: ({ inBase: params }) => [{ params, body: {} }],
  getBaseExport: async ({ owner, inBase }) => {
    const { baseId } = inBase as { baseId: BaseId };
    const { body } = await call(exportBase, { as: owner, params: inBase, body: {} });
    await runToEnd(body.jobId, baseId);
    return [{ params: { ...inBase, jobId: body.jobId } }];
  },
  startBaseExport: ({ inBase: params }) => [{ params }],
  importBaseFile: async ({ owner, spaceId }) => {
    const manifest = { format: "gridless-base", version: 1, name: "Imported", tables: [] };
    const bytes = await zipped([["manifest.json", Buffer.from(JSON.stringify(manifest))]]);
    return [{ body: { spaceId, notify: { token: (await aFile(owner, { bytes })).token } } }];
  },
  importBase: async ({ owner, spaceId }) => {
    const manifest = { format: "gridless-base", version: 1, name: "Imported", tables: [] };
    const bytes = await zipped([["manifest.json", Buffer.from(JSON.stringify(manifest))]]);
    return [{ params: { spaceId }, body: { token: (await aFile(owner, { bytes })).token } }];
  },
  listAiModels: () => [{}],
  autoFillField: async (made) => [{ params: await aFillable(made), body: {} }],
  autoFillCell: async (made) => [{ params: { ...made.record(0), ...(await aFillable(made)) } }],
  stopFill: async (made) => [{ params: await aFillable(made) }],
  listFillTasks: ({ inTable: params }) => [{ params }],
  getTableJob: ({ inTable, jobId }) => [{ params: { ...inTable, jobId } }],
  getRefusedLines: async ({ owner, inBase, table: { tableId } }) => {
    const { baseId } = inBase as { baseId: BaseId };
    const body = { text: "Name,Count\nAda,3\nEve,x\n" };
    const started = await call(importRecords, { as: owner, params: { tableId }, body });
    await runToEnd(started.body.jobId, baseId);
    return twice({ params: { tableId, jobId: started.body.jobId } });
  },
  getBaseJob: ({ inBase, jobId }) => [{ params: { ...inBase, jobId } }],

  createClient: () => twice({ body: aClientInput }),
  listClients: () => twice({}),
  getClient: ({ inClient: params }) => twice({ params }),
  updateClient: ({ inClient: params }) => twice({ params, body: aClientInput }),
  deleteClient: ({ inClient: params }) => [{ params }],
  createClientSecret: ({ inClient: params }) => twice({ params }),
  deleteClientSecret: ({ inSecret: params }) => [{ params }],
  revokeClientAccess: ({ inClient: params }) => twice({ params }),
  listAuthorizedClients: () => twice({}),

  createWebhook: ({ inBase: params }) => twice({ params, body: hookInput }),
  "createWebhook: of some tables": ({ inBase: params, inTable: { tableId } }) => [
    { params, body: { ...hookInput, tableIds: [tableId] } },
  ],
  listWebhooks: ({ inBase: params }) => [{ params }],
  createTicket: () => [{}],
  answerMcp: () => twice({ body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }),
  "answerMcp: records of a table": ({ inTable: { tableId: table } }) =>
    twice({ body: toolCall("query_records", { table }) }),
  "answerMcp: a record is created": ({ inTable: { tableId: table } }) =>
    twice({ body: toolCall("create_records", { table, records: [{ fields: { Name: "a" } }] }) }),
  // it marks the base as followed; each reads the epoch, which is remembered for some seconds
  listChanges: async ({ inBase: params }) => {
    await raiseEpoch(crypto.randomUUID());
    return [{ params }];
  },
  "listChanges: a base that is followed": async ({ owner, inBase: params }) => {
    await call(listChanges, { as: owner, params });
    await raiseEpoch(crypto.randomUUID());
    return [{ params }];
  },
  "listChanges: after a cursor": async ({ owner, inBase: params }) => {
    const { body } = await call(listChanges, { as: owner, params });
    return [{ params, query: { since: body.cursor } }];
  },
  getWebhook: async (made) => [{ params: await inHook(made) }],
  updateWebhook: async (made) => twice({ params: await inHook(made), body: { events: ["view.created"] } }),
  deleteWebhook: async (made) => [{ params: await inHook(made) }],
  rotateWebhookSecret: async (made) => twice({ params: await inHook(made) }),
  sendTestEvent: async (made) => twice({ params: await inHook(made) }),
  listDeliveries: async (made) => [{ params: await inDelivery(made) }],
  resendDelivery: async (made) => [{ params: await inDelivery(made) }],
  showPlace: async (made) => {
    const { tableId, recordId, commentId } = (await said(made)).onComment;
    return [{ signedIn: made.signedIn, query: { id: tableId, recordId, commentId } }];
  },
  listNotifications: async ({ owner, spaceId, baseId }) => {
    await told(owner.userId, 12, { spaceId, baseId });
    return [{ query: { notifyStates: "unread" } }];
  },
  setNotificationStatus: async ({ owner, spaceId }) => {
    const [notificationId = ""] = await told(owner.userId, 1, { spaceId });
    return [{ params: { notificationId }, body: { isRead: true } }];
  },
  readAllNotifications: async ({ owner, spaceId }) => {
    await told(owner.userId, 3, { spaceId });
    return [{}, {}];
  },
  "readAllNotifications: many": async ({ owner, spaceId }) => {
    await told(owner.userId, 50, { spaceId });
    return [{}];
  },
  countUnreadNotifications: async ({ owner, spaceId }) => {
    await told(owner.userId, 12, { spaceId });
    return [{}];
  },
  createPlugin: () => twice({ body: aPluginInput }),
  listPlugins: () => [{}],
  getPlugin: ({ inPlugin: params }) => [{ params }],
  updatePlugin: ({ inPlugin: params }) => [{ params, body: aPluginInput }],
  deletePlugin: ({ inPlugin: params }) => [{ params }],
  regeneratePluginSecret: ({ inPlugin: params }) => [{ params }],
  listPluginCenter: () => [{}],
  listSubmittedPlugins: () => [{}],
  submitPlugin: ({ inPlugin: params }) => [{ params }],
  publishPlugin: async (made) => [{ params: await inReview(made) }],
  turnPluginDown: async (made) => [{ params: await inReview(made) }],
  unpublishPlugin: async (made) => [{ params: await inReview(made) }],
  revokeAuthorization: ({ inClient: params }) => [{ params }],
  revokeOwnToken: ({ inClient: params, byApplication: headers }) => [{ params, headers }],

  showSignIn: () => [{}],
  submitSignIn: ({ mailed: { email } }) => [form({ email, password })],
  showSignUp: ({ mailed: { invite } }) => [{ query: { invite } }],
  submitSignUp: () => [form({ name: "Ada", email: anEmail(), password })],
  showForgotPassword: () => [{}],
  submitForgotPassword: () => [form({ email: anEmail() })],
  showChoosePassword: ({ mailed: { reset: link } }) => [{ query: { link } }],
  submitChoosePassword: ({ mailed: { reset: link } }) => [form({ link, password })],
  showVerify: async () => {
    const signedIn = await aPerson();
    return [{ signedIn, query: { link: await aLink("verifyEmail", signedIn) } }];
  },
  submitVerify: async () => {
    const signedIn = await aPerson();
    return [{ ...form({ link: await aLink("verifyEmail", signedIn) }), signedIn }];
  },
  // a user without tokens: otherwise the count of parallel reads varies
  showAccount: async () => [{ signedIn: await aNewcomer() }],
  showNewToken: ({ signedIn }) => [{ signedIn }],
  submitNewToken: ({ signedIn }) => [
    { signedIn, ...form({ name: "A", days: "7", may: "read", reach: "all" }) },
  ],
  deleteToken: ({ signedIn, inToken: params }) => [{ signedIn, params }],
  lockApplicationOut: ({ signedIn, inClient: params }) => [{ signedIn, params }],
  submitName: ({ signedIn }) => [{ signedIn, ...form({ name: "Grace" }) }],
  submitPassword: ({ signedIn }) => [{ signedIn, ...form({ password, newPassword: "battery staple 8" }) }],
  submitVerification: ({ signedIn }) => [{ signedIn }],
  showSecondFactor: async () => [{ signedIn: await aPerson() }],
  submitSecondFactor: async () => [{ signedIn: await aPerson(), ...form({ do: "begin", password }) }],
  // with a recovery code; one of the application is one trip more, for the key that opens its secret
  submitCode: async () => {
    const me = await aPerson();
    const { codes } = await aSecondFactor(me.userId);
    return [form({ link: await aLink("secondFactor", me), code: codes[0] ?? "" })];
  },
  // to the provider; back, as a person who was here before
  showProvider: async () => {
    await aProvider();
    return [{}];
  },
  "showProvider: back": async () => {
    const provider = await aProvider();
    const claims = { sub: anEmail(), email: anEmail(), email_verified: true };
    await visitProvider(provider, claims);
    const jar: Jar = {};
    const query = provider.agree(await goToProvider(jar), claims);
    return [{ query, headers: { cookie: jar.attempt ?? "" } }];
  },
  submitProvider: async () => {
    const [provider, { email }] = [await aProvider(), await aPerson()];
    const asked = await visitProvider(provider, { sub: anEmail(), email, email_verified: true });
    return [form({ do: "link", link: linkIn(asked), password })];
  },
  // all others; to end one is more
  submitSessions: async () => [{ signedIn: await aPerson(), ...form({}) }],
  submitSignOut: ({ signedIn }) => [{ signedIn }],

  getApp: () => [{}],
  getStart: ({ signedIn }) => [{}, { signedIn }],
  authorize: async (made) => {
    const { app, person } = await anAuthorization(made);
    return twice({ signedIn: person, query: { response_type: "code", client_id: app.clientId } });
  },
  "authorize: authorized already": async (made) => {
    const { app, person } = await anAuthorization(made);
    await aCode(app, person);
    return twice({ signedIn: person, query: { response_type: "code", client_id: app.clientId } });
  },
  showDecision: async (made) => {
    const { person, transactionId } = await aQuestion(made);
    return twice({ signedIn: person, query: { transaction_id: transactionId } });
  },
  getDecision: async (made) => {
    const { person, transactionId } = await aQuestion(made);
    return twice({ signedIn: person, params: { transactionId } });
  },
  decide: async (made) => {
    const { person, transactionId } = await aQuestion(made);
    return [{ signedIn: person, body: { transaction_id: transactionId } }];
  },
  "issueTokens: for a code": async (made) => {
    const { app, person } = await anAuthorization(made);
    const askFor = async () =>
      tokenCall(app, { grant_type: "authorization_code", code: await aCode(app, person) });
    return [await askFor(), await askFor()];
  },
  "issueTokens: refreshing": async (made) => {
    const { app, person } = await anAuthorization(made);
    const { refresh_token } = await tokensOf(app, person);
    return [tokenCall(app, { grant_type: "refresh_token", refresh_token })];
  },
  revokeToken: async (made) => {
    const { app, person } = await anAuthorization(made);
    const { access_token, refresh_token } = await tokensOf(app, person);
    return [tokenCall(app, { token: access_token }), tokenCall(app, { token: refresh_token })];
  },
  introspectToken: async (made) => {
    const { app, person } = await anAuthorization(made);
    const { access_token, refresh_token } = await tokensOf(app, person);
    return [tokenCall(app, { token: access_token }), tokenCall(app, { token: refresh_token })];
  },
  registerClient: () => {
    const body = { redirect_uris: ["http://127.0.0.1/callback"] };
    return [{ body }];
  },
  getMetadata: () => [{}],
  getSharedView: (made) => inShare(made),
  getSharedChanges: async (made) => {
    await raiseEpoch(crypto.randomUUID());
    return inShare(made);
  },
  listSharedRecords: (made) => inShare(made),
  "listSharedRecords: sorted": (made) => inShare(made, { query: { orderBy: byName } }),
  countSharedRecords: (made) => inShare(made),
  aggregateSharedRecords: (made) => inShare(made),
  listSharedGroups: (made) => inShare(made, { query: { groupBy: byName } }),
  countSharedHits: (made) => inShare(made, { query: { search: "r" } }),
  listSharedHits: (made) => inShare(made, { query: { search: "r" } }),
  listSharedDays: async (made) => inShare(made, { query: await daysOf(made) }),
  copySharedCells: (made) => inShare(made, { query: { ranges: "[[0,0],[0,9]]" } }, { allowCopy: true }),
  listSharedPeople: async (made) => {
    const { body } = await call(createField, {
      ...{ as: made.owner, params: made.inTable, body: { type: "createdBy", name: "By" } },
    });
    return inShare(made, { query: { fieldId: body.id } }, {}, "grid");
  },
  listSharedLinks: (made) => inShare(made, { query: { fieldId: made.fieldId } }),
  // a share without a password needs no further read
  enterShare: (made) => inShare(made, { body: { password } }),
  "enterShare: with its password": (made) => inShare(made, { body: { password } }, { password }),
  // from this machine: another network is two units more
  showShare: (made) => inShare(made, {}, {}, "grid"),
  submitSharePassword: (made) => inShare(made, { body: { password }, headers: fromOurPage() }, { password }),
  submitSharePage: (made) => inShare(made, { body: { [made.fieldId]: "x" }, headers: fromOurPage() }),
  announceFormFile: (made) => inFileForm(made),
  submitSharedForm: (made) => inShare(made, { body: { fields: cells }, headers: fromOurPage() }),
  // from this machine: another network is one trip and unit more at signing up and in, and at asking for a reset
  signUp: () => [{ body: { email: anEmail(), password } }],
  signIn: async () => [{ body: { email: (await aPerson()).email, password } }],
  signOut: async () => [{ signedIn: await aPerson() }],
  getMe: async () => [{ signedIn: await aPerson() }],
  getUser: () => [{}],
  getTempToken: async () => [{ signedIn: await aPerson() }],
  "getUser: signed in": async () => [{ signedIn: await aPerson(), headers: { authorization: "" } }],
  changePassword: async () => [{ signedIn: await aPerson(), body: { password, newPassword: password } }],
  sendResetPasswordEmail: () => [{ body: { email: anEmail() } }],
  resetPassword: async () => [{ body: { link: await aLink("resetPassword", await aPerson()), password } }],
  sendVerificationEmail: async () => [{ signedIn: await aPerson() }],
  verifyEmail: async () => {
    const signedIn = await aPerson();
    return [{ signedIn, body: { link: await aLink("verifyEmail", signedIn) } }];
  },
  changeName: async () => [{ signedIn: await aPerson(), body: { name: "Grace" } }],
  changeAvatar: async () => [{ signedIn: await aPerson(), body: { avatar: null } }],
  getAvatar: async () => [{ params: { avatarId: await anAvatar(await aPerson()) } }],
  changeNotifyMeta: async () => [{ signedIn: await aPerson(), body: { email: false } }],

  getHealth: () => [{}],
  getReadiness: () => [{}],
  getDocs: () => [{}],
  getDocsFile: () => [{ params: { file: "start.js" } }],
  getOpenapi: () => [{}],
};

/** A comment on the first record. */
async function said(made: Made, content: object[] = mentioning(made)) {
  const [onRecord, as] = [made.record(0), made.owner];
  const { body } = await call(createComment, { as, params: onRecord, body: { content } });
  // a first Query may take longer than all parallel requests, so that it looks like a trip of its own
  await call(listComments, { as, params: onRecord });
  return { onRecord, commentId: body.id as string, onComment: { ...onRecord, commentId: body.id as string } };
}
const showing = async ({ owner }: Made) => [{ type: "img", path: (await aFile(owner)).file.path }];
const thumbUp = { reaction: "👍" };
const mentioning = ({ owner }: Made) => [{ type: "p", children: [{ type: "mention", value: owner.userId }] }];

const form = (fields: Record<string, string>): Ask => ({
  body: new URLSearchParams(fields).toString(),
  headers: { ...fromOurPage(), "content-type": "application/x-www-form-urlencoded" },
});
const twice = (ask: Ask): [Ask, Ask] => [ask, ask];
const asPrincipal = (principalId: string) => ({ principalId, principalType: "user" });

async function aLinkIn(endpoint: Endpoint, as: Someone, params: Record<string, string>) {
  const { body } = await call(endpoint, { as, params, body: { role: "viewer" } });
  return body as { invitationId: string; invitationCode: string };
}
const aSpaceLink = async ({ owner, inSpace }: Made) => ({
  ...inSpace,
  linkId: (await aLinkIn(createSpaceLink, owner, inSpace)).invitationId,
});
const aBaseLink = async ({ owner, inBase }: Made) => ({
  ...inBase,
  linkId: (await aLinkIn(createBaseLink, owner, inBase)).invitationId,
});
async function aPair({ owner, inBase }: Made) {
  const { invitationId, invitationCode } = await aLinkIn(createBaseLink, owner, inBase);
  return { invitationId, invitationCode };
}

/** An application, and a signed-in user whom it may ask for access. */
async function anAuthorization({ owner, baseId }: Made): Promise<{ app: App; person: Person }> {
  return { app: await anApp(), person: { ...owner, baseId, ...(await aSession(owner.userId)) } };
}
async function aQuestion(made: Made) {
  const { app, person } = await anAuthorization(made);
  return { person, transactionId: await question(app, person) };
}
/** Called by the server of an application, as itself. */
const tokenCall = (app: App, body: object): Ask => ({ body, headers: basic(app) });

const { endpoints } = await readRegistry();
const endpointOf = (scene: string): Endpoint => {
  const found = endpoints.find(({ operation }) => operation === scene.split(":")[0]);
  if (!found) throw new Error(`there is no endpoint ${scene}`);
  return found.handler;
};

test("every endpoint has a scene here", () => {
  const played = new Set(Object.keys(scenes).map((scene) => scene.split(":")[0]));
  expect(endpoints.map(({ operation }) => operation).filter((operation) => !played.has(operation))).toEqual(
    [],
  );
});

/** For the first call and the second: sequential round trips, read units, written units. */
const costs: Record<string, string[]> = {
  createSpace: ["5 trips, 5 read, 10 written", "5 trips, 6 read, 10 written"],
  listSpaces: ["3 trips, 3 read, 0 written"],
  getSpace: ["2 trips, 3 read, 0 written"],
  updateSpace: ["4 trips, 4 read, 1 written"],
  deleteSpace: ["8 trips, 10 read, 20 written"],
  deleteSpacePermanently: ["7 trips, 10 read, 12 written"],
  listSpaceBases: ["2 trips, 5 read, 0 written"],
  listSpaceCollaborators: ["3 trips, 5 read, 0 written"],
  listAccessLog: ["3 trips, 4 read, 0 written", "4 trips, 4 read, 1 written"],
  updateSpaceCollaborator: ["4 trips, 8 read, 6 written"],
  removeSpaceCollaborator: ["4 trips, 8 read, 6 written"],
  inviteToSpace: ["5 trips, 13 read, 23 written"],
  listSpaceInvitations: ["2 trips, 4 read, 0 written"],
  cancelSpaceInvitation: ["5 trips, 7 read, 6 written"],
  addSpaceCollaborators: ["6 trips, 13 read, 8 written"],
  listSpaceLinks: ["2 trips, 4 read, 0 written"],
  createSpaceLink: ["4 trips, 6 read, 10 written", "4 trips, 6 read, 10 written"],
  updateSpaceLink: ["4 trips, 7 read, 6 written"],
  deleteSpaceLink: ["4 trips, 7 read, 6 written"],
  listBaseCollaborators: ["3 trips, 7 read, 0 written"],
  updateBaseCollaborator: ["4 trips, 9 read, 6 written"],
  removeBaseCollaborator: ["4 trips, 9 read, 6 written"],
  inviteToBase: ["5 trips, 15 read, 23 written"],
  listBaseInvitations: ["2 trips, 5 read, 0 written"],
  cancelBaseInvitation: ["5 trips, 8 read, 6 written"],
  addBaseCollaborators: ["5 trips, 13 read, 8 written"],
  listBaseLinks: ["2 trips, 5 read, 0 written"],
  createBaseLink: ["4 trips, 7 read, 10 written", "4 trips, 7 read, 10 written"],
  updateBaseLink: ["4 trips, 8 read, 6 written"],
  deleteBaseLink: ["4 trips, 8 read, 6 written"],
  listBaseUsers: ["3 trips, 7 read, 0 written"],
  listSharedBases: ["3 trips, 4 read, 0 written", "3 trips, 4 read, 0 written"],
  orderBase: ["5 trips, 7 read, 4 written"],
  moveBase: ["8 trips, 16 read, 22 written"],
  acceptInvitationLink: ["7 trips, 9 read, 13 written"],
  showInvitation: ["5 trips, 9 read, 1 written"],
  submitInvitation: ["7 trips, 10 read, 11 written"],
  getBasePermission: ["2 trips, 4 read, 0 written"],
  getBaseGraph: ["4 trips, 9 read, 0 written"],
  duplicateTable: ["4 trips, 9 read, 22 written", "4 trips, 8 read, 22 written"],
  getBaseSchema: ["4 trips, 9 read, 0 written"],
  getBaseOpenapi: ["4 trips, 9 read, 0 written"],
  getBaseTypes: ["4 trips, 9 read, 0 written"],
  createBase: ["4 trips, 4 read, 6 written", "4 trips, 4 read, 6 written"],
  listBases: ["3 trips, 4 read, 0 written", "3 trips, 4 read, 0 written"],
  getBase: ["2 trips, 4 read, 0 written", "2 trips, 4 read, 0 written"],
  updateBase: ["4 trips, 6 read, 4 written", "4 trips, 6 read, 4 written"],
  deleteBase: ["4 trips, 7 read, 10 written"],
  deleteBasePermanently: ["5 trips, 8 read, 8 written"],
  createTable: ["3 trips, 5 read, 22 written", "3 trips, 5 read, 22 written"],
  listTables: ["2 trips, 5 read, 0 written", "2 trips, 5 read, 0 written"],
  getTable: ["2 trips, 5 read, 0 written", "2 trips, 5 read, 0 written"],
  getDefaultViewId: ["2 trips, 5 read, 0 written", "2 trips, 5 read, 0 written"],
  renameTable: ["4 trips, 8 read, 6 written", "4 trips, 8 read, 6 written"],
  describeTable: ["4 trips, 8 read, 6 written"],
  setTableIcon: ["4 trips, 8 read, 6 written"],
  orderTable: ["5 trips, 9 read, 6 written"],
  setDbTableName: ["5 trips, 10 read, 6 written"],
  getTablePermission: ["2 trips, 5 read, 0 written"],
  deleteTable: ["4 trips, 9 read, 10 written"],
  deleteTablePermanently: ["4 trips, 11 read, 8 written"],
  "deleteTablePermanently: from the trash": ["4 trips, 9 read, 8 written"],
  previewImport: ["2 trips, 4 read, 0 written"],
  // from text, from a file
  importTable: ["5 trips, 5 read, 24 written", "5 trips, 7 read, 20 written"],
  importRecords: ["5 trips, 6 read, 10 written", "5 trips, 7 read, 8 written"],
  exportView: ["4 trips, 8 read, 1 written", "4 trips, 7 read, 1 written"],
  analyzeImport: ["2 trips, 2 read, 0 written", "2 trips, 2 read, 0 written"],
  importSheets: ["5 trips, 7 read, 20 written", "5 trips, 7 read, 20 written"],
  insertImport: ["5 trips, 8 read, 8 written", "5 trips, 7 read, 8 written"],
  exportTable: ["4 trips, 8 read, 1 written", "4 trips, 7 read, 1 written"],
  listFields: ["2 trips, 6 read, 0 written", "2 trips, 5 read, 0 written"],
  getField: ["2 trips, 6 read, 0 written", "2 trips, 5 read, 0 written"],
  listFieldFilterLinks: ["2 trips, 6 read, 0 written", "2 trips, 5 read, 0 written"],
  createField: ["3 trips, 6 read, 6 written", "3 trips, 6 read, 6 written"],
  updateField: ["3 trips, 6 read, 4 written", "3 trips, 6 read, 4 written"],
  duplicateField: ["5 trips, 10 read, 12 written", "5 trips, 10 read, 12 written"],
  convertField: ["3 trips, 6 read, 4 written", "3 trips, 6 read, 4 written"],
  previewConversion: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  deleteField: ["3 trips, 6 read, 12 written"],
  deleteFields: ["3 trips, 6 read, 14 written"],
  createView: ["3 trips, 6 read, 4 written", "3 trips, 6 read, 4 written"],
  listViews: ["2 trips, 6 read, 0 written", "2 trips, 5 read, 0 written"],
  getView: ["2 trips, 6 read, 0 written", "2 trips, 6 read, 0 written"],
  listViewFilterLinks: ["2 trips, 7 read, 0 written"],
  duplicateView: ["3 trips, 6 read, 4 written", "3 trips, 6 read, 4 written"],
  renameView: ["3 trips, 6 read, 4 written", "3 trips, 6 read, 4 written"],
  "renameView: as it is": ["2 trips, 6 read, 0 written", "2 trips, 5 read, 0 written"],
  describeView: ["3 trips, 6 read, 4 written"],
  orderView: ["3 trips, 6 read, 4 written"],
  filterView: ["3 trips, 6 read, 4 written"],
  sortView: ["3 trips, 6 read, 4 written"],
  groupView: ["3 trips, 6 read, 4 written"],
  updateViewOptions: ["3 trips, 6 read, 4 written"],
  updateViewColumns: ["3 trips, 6 read, 4 written"],
  lockView: ["3 trips, 6 read, 4 written"],
  deleteView: ["3 trips, 6 read, 8 written"],
  "deleteView: the default one": ["4 trips, 7 read, 10 written"],
  "deleteView: the default one, shared": ["5 trips, 9 read, 14 written"],
  updateShareMeta: ["4 trips, 8 read, 6 written"],
  enableShare: ["4 trips, 8 read, 8 written"],
  refreshShareId: ["4 trips, 8 read, 10 written", "4 trips, 8 read, 10 written"],
  disableShare: ["4 trips, 8 read, 8 written"],
  orderRows: ["4 trips, 9 read, 4 written", "5 trips, 10 read, 4 written"],
  sortRows: ["6 trips, 13 read, 16 written", "6 trips, 13 read, 22 written"],
  "createRecords: one, beside a row": ["4 trips, 8 read, 5 written", "4 trips, 7 read, 5 written"],
  "updateRecord: beside a row": ["4 trips, 9 read, 4 written"],
  "createRecords: one": ["4 trips, 6 read, 2 written", "4 trips, 5 read, 2 written"],
  "createRecords: one, with a key": ["4 trips, 7 read, 5 written", "2 trips, 6 read, 0 written"],
  "createRecords: a hundred": ["4 trips, 6 read, 201 written", "4 trips, 5 read, 201 written"],
  "createRecords: unique, with people": ["4 trips, 9 read, 5 written", "4 trips, 8 read, 5 written"],
  "createRecords: typecast makes a choice": ["5 trips, 6 read, 6 written", "5 trips, 6 read, 6 written"],
  "createRecords: titles that exist, with createLinked and without": [
    "10 trips, 12 read, 10 written",
    "9 trips, 10 read, 10 written",
  ],
  "createRecords: createLinked makes a record, and finds it again": [
    "12 trips, 13 read, 15 written",
    "9 trips, 10 read, 10 written",
  ],
  "createRecords: typecast finds people": ["5 trips, 9 read, 2 written", "5 trips, 8 read, 2 written"],
  listRecords: ["2 trips, 8 read, 0 written", "2 trips, 7 read, 0 written"],
  "listRecords: with people": ["3 trips, 9 read, 0 written", "3 trips, 8 read, 0 written"],
  getRecord: ["2 trips, 7 read, 0 written", "2 trips, 6 read, 0 written"],
  updateRecord: ["3 trips, 7 read, 1 written", "3 trips, 6 read, 1 written"],
  "updateRecord: the values that it has": ["2 trips, 7 read, 0 written"],
  "updateRecord: unique, with people": ["5 trips, 11 read, 6 written", "5 trips, 10 read, 6 written"],
  clickButton: ["3 trips, 7 read, 1 written", "3 trips, 6 read, 1 written"],
  // there are no clicks
  resetButton: ["2 trips, 7 read, 0 written", "2 trips, 6 read, 0 written"],
  deleteRecord: ["3 trips, 7 read, 4 written", "3 trips, 6 read, 4 written"],
  "deleteRecord: unique": ["4 trips, 8 read, 6 written", "4 trips, 7 read, 6 written"],
  "updateRecords: two": ["4 trips, 8 read, 4 written", "4 trips, 7 read, 4 written"],
  "updateRecords: a hundred": ["4 trips, 105 read, 200 written"],
  "updateRecords: unique values change hands": ["5 trips, 11 read, 8 written", "5 trips, 10 read, 8 written"],
  "updateRecords: upsert by a unique field": ["8 trips, 13 read, 7 written", "7 trips, 13 read, 4 written"],
  "updateRecords: upsert by any field": ["4 trips, 8 read, 1 written", "4 trips, 7 read, 1 written"],
  "deleteRecords: two": ["3 trips, 8 read, 6 written"],
  "updateRecordsWhere: of three": ["5 trips, 9 read, 1 written", "5 trips, 8 read, 1 written"],
  "updateRecordsWhere: none is found": ["3 trips, 8 read, 0 written"],
  "updateRecordsWhere: without writing": ["4 trips, 9 read, 0 written"],
  "deleteRecordsWhere: of three": ["5 trips, 9 read, 4 written"],
  "deleteListedRecords: two": ["4 trips, 8 read, 6 written"],
  uploadAttachment: ["6 trips, 8 read, 8 written", "6 trips, 7 read, 8 written"],
  duplicateRecord: ["4 trips, 7 read, 2 written", "4 trips, 6 read, 2 written"],
  "createRecords: from a window": ["4 trips, 6 read, 5 written"],
  undoOperation: ["5 trips, 7 read, 4 written"],
  redoOperation: ["5 trips, 7 read, 4 written"],
  getRecordStatus: ["2 trips, 7 read, 0 written"],
  listRecordHistory: ["3 trips, 8 read, 0 written", "3 trips, 8 read, 0 written"],
  listTableHistory: ["3 trips, 10 read, 0 written", "3 trips, 10 read, 0 written"],

  listTrash: ["2 trips, 5 read, 0 written"],
  listTrashItems: ["3 trips, 7 read, 0 written"],
  "restoreTrashItem: a record": ["5 trips, 8 read, 7 written", "5 trips, 8 read, 7 written"],
  "restoreTrashItem: a table": ["5 trips, 10 read, 10 written"],
  "restoreTrashItem: a base": ["7 trips, 13 read, 12 written"],
  "restoreTrashItem: a space of one base": ["10 trips, 18 read, 20 written"],
  "listTrash: bases": ["4 trips, 5 read, 0 written"],
  "listTrash: spaces": ["3 trips, 3 read, 0 written"],
  resetTrashItems: ["3 trips, 5 read, 4 written", "3 trips, 4 read, 4 written"],
  uploadFile: ["2 trips, 2 read, 0 written", "2 trips, 2 read, 0 written"],
  uploadFileByPost: ["2 trips, 2 read, 0 written", "2 trips, 2 read, 0 written"],
  announceAttachment: ["2 trips, 1 read, 1 written", "2 trips, 1 read, 1 written"],
  completeAttachment: ["3 trips, 2 read, 1 written", "2 trips, 2 read, 0 written"],
  getAttachment: ["1 trips, 2 read, 0 written", "1 trips, 2 read, 0 written"],
  "getAttachment: in a record": ["2 trips, 5 read, 0 written", "2 trips, 5 read, 0 written"],
  "createRecords: with a file, for the first time and again": [
    "4 trips, 7 read, 7 written",
    "4 trips, 6 read, 2 written",
  ],
  "listRecords: with files": ["2 trips, 7 read, 0 written", "2 trips, 7 read, 0 written"],
  countRecords: ["3 trips, 7 read, 0 written", "3 trips, 7 read, 0 written"],
  "countRecords: filtered": ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  "listRecords: through a view": ["3 trips, 9 read, 0 written", "2 trips, 8 read, 0 written"],
  "listRecords: filtered": ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  "listRecords: sorted": ["4 trips, 11 read, 0 written", "4 trips, 10 read, 0 written"],
  listPlaces: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  "listPlaces: through a view": ["3 trips, 9 read, 0 written", "3 trips, 8 read, 0 written"],
  listRecordsByBody: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  aggregateRecords: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  queryBase: ["4 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  listGroupPoints: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  getSelectedIds: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  copyCells: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  pasteCells: ["5 trips, 9 read, 1 written", "5 trips, 8 read, 1 written"],
  previewPaste: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  clearCells: ["5 trips, 9 read, 1 written", "5 trips, 8 read, 1 written"],
  deleteSelectedRecords: ["5 trips, 9 read, 4 written"],
  countSearchHits: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  listCalendarDays: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  saveQuery: ["2 trips, 1 read, 1 written", "2 trips, 1 read, 1 written"],
  listSearchHits: ["3 trips, 8 read, 0 written", "3 trips, 7 read, 0 written"],
  listComments: ["2 trips, 8 read, 0 written", "2 trips, 8 read, 0 written"],
  createComment: ["4 trips, 12 read, 4 written", "4 trips, 12 read, 4 written"],
  getComment: ["2 trips, 9 read, 0 written", "2 trips, 9 read, 0 written"],
  updateComment: ["3 trips, 7 read, 1 written", "3 trips, 7 read, 1 written"],
  deleteComment: ["3 trips, 8 read, 6 written"],
  "createComment: an image": ["4 trips, 9 read, 8 written", "4 trips, 9 read, 6 written"],
  "listComments: with an image": ["2 trips, 8 read, 0 written", "2 trips, 8 read, 0 written"],
  "updateComment: an image edited away": ["4 trips, 8 read, 6 written"],
  "deleteComment: with an image": ["4 trips, 9 read, 10 written"],
  // the second time it already exists
  setReaction: ["4 trips, 8 read, 1 written", "3 trips, 8 read, 0 written"],
  addReaction: ["4 trips, 8 read, 1 written", "3 trips, 8 read, 0 written"],
  removeReaction: ["3 trips, 7 read, 1 written"],
  countComments: ["2 trips, 7 read, 0 written"],
  countTableComments: ["2 trips, 8 read, 0 written"],
  getSubscription: ["3 trips, 7 read, 0 written"],
  subscribeToRecord: ["4 trips, 8 read, 4 written", "3 trips, 8 read, 0 written"],
  unsubscribeFromRecord: ["4 trips, 7 read, 1 written"],
  createAccessToken: ["5 trips, 8 read, 10 written", "6 trips, 10 read, 10 written"],
  listAccessTokens: ["3 trips, 5 read, 0 written", "3 trips, 5 read, 0 written"],
  getAccessToken: ["3 trips, 5 read, 0 written", "3 trips, 5 read, 0 written"],
  updateAccessToken: ["6 trips, 9 read, 12 written", "7 trips, 13 read, 6 written"],
  refreshAccessToken: ["6 trips, 9 read, 14 written", "6 trips, 9 read, 14 written"],
  deleteAccessToken: ["6 trips, 9 read, 14 written"],
  listIndexes: ["2 trips, 6 read, 0 written"],
  declareIndex: ["9 trips, 11 read, 9 written", "8 trips, 12 read, 1 written"],
  undeclareIndex: ["7 trips, 10 read, 1 written", "6 trips, 9 read, 1 written"],
  listAiModels: ["1 trips, 1 read, 0 written"],
  autoFillField: ["4 trips, 8 read, 8 written"],
  autoFillCell: ["4 trips, 8 read, 4 written"],
  stopFill: ["3 trips, 7 read, 0 written"],
  listFillTasks: ["3 trips, 7 read, 0 written"],
  getRefusedLines: ["5 trips, 9 read, 1 written", "5 trips, 9 read, 1 written"],
  getTableJob: ["2 trips, 7 read, 0 written"],
  duplicateBase: ["80 trips, 83 read, 106 written"],
  exportBase: ["3 trips, 4 read, 1 written"],
  startBaseExport: ["3 trips, 4 read, 1 written"],
  importBaseFile: ["14 trips, 13 read, 18 written"],
  getBaseExport: ["3 trips, 6 read, 0 written"],
  importBase: ["5 trips, 5 read, 8 written"],
  getBaseJob: ["2 trips, 6 read, 0 written"],
  createWebhook: ["4 trips, 7 read, 6 written", "4 trips, 7 read, 6 written"],
  "createWebhook: of some tables": ["4 trips, 8 read, 6 written"],
  listWebhooks: ["2 trips, 5 read, 0 written"],
  // it counts the connections of the person
  createTicket: ["3 trips, 2 read, 1 written"],
  answerMcp: ["1 trips, 1 read, 0 written", "1 trips, 1 read, 0 written"],
  // one more than the endpoint alone: the token is read first
  "answerMcp: records of a table": ["4 trips, 8 read, 0 written", "4 trips, 7 read, 0 written"],
  "answerMcp: a record is created": ["5 trips, 6 read, 5 written", "5 trips, 5 read, 5 written"],
  listChanges: ["5 trips, 7 read, 1 written"],
  "listChanges: a base that is followed": ["4 trips, 7 read, 0 written"],
  "listChanges: after a cursor": ["3 trips, 6 read, 0 written"],
  getSharedChanges: ["7 trips, 7 read, 2 written", "6 trips, 5 read, 1 written"],
  getWebhook: ["2 trips, 5 read, 0 written"],
  updateWebhook: ["4 trips, 7 read, 4 written", "4 trips, 7 read, 1 written"],
  deleteWebhook: ["4 trips, 7 read, 4 written"],
  rotateWebhookSecret: ["4 trips, 7 read, 4 written", "4 trips, 7 read, 4 written"],
  sendTestEvent: ["3 trips, 5 read, 1 written", "3 trips, 5 read, 1 written"],
  listDeliveries: ["2 trips, 6 read, 0 written"],
  resendDelivery: ["3 trips, 6 read, 1 written"],
  showPlace: ["6 trips, 13 read, 0 written"],
  listNotifications: ["2 trips, 4 read, 0 written"],
  setNotificationStatus: ["3 trips, 2 read, 4 written"],
  readAllNotifications: ["3 trips, 2 read, 12 written", "2 trips, 2 read, 0 written"],
  "readAllNotifications: many": ["3 trips, 4 read, 1 written"],
  countUnreadNotifications: ["2 trips, 2 read, 0 written"],
  createPlugin: ["3 trips, 2 read, 6 written", "3 trips, 2 read, 6 written"],
  listPlugins: ["2 trips, 2 read, 0 written"],
  getPlugin: ["1 trips, 2 read, 0 written"],
  updatePlugin: ["2 trips, 2 read, 4 written"],
  deletePlugin: ["2 trips, 2 read, 4 written"],
  regeneratePluginSecret: ["2 trips, 2 read, 4 written"],
  listPluginCenter: ["3 trips, 4 read, 0 written"],
  listSubmittedPlugins: ["3 trips, 3 read, 0 written"],
  submitPlugin: ["2 trips, 2 read, 6 written"],
  publishPlugin: ["3 trips, 3 read, 8 written"],
  turnPluginDown: ["3 trips, 3 read, 6 written"],
  unpublishPlugin: ["2 trips, 2 read, 6 written"],
  createClient: ["3 trips, 2 read, 6 written", "3 trips, 2 read, 6 written"],
  listClients: ["3 trips, 3 read, 0 written", "3 trips, 3 read, 0 written"],
  getClient: ["1 trips, 2 read, 0 written", "1 trips, 2 read, 0 written"],
  updateClient: ["2 trips, 2 read, 1 written", "2 trips, 2 read, 1 written"],
  deleteClient: ["3 trips, 3 read, 6 written"],
  createClientSecret: ["2 trips, 2 read, 1 written", "2 trips, 2 read, 1 written"],
  deleteClientSecret: ["2 trips, 2 read, 1 written"],
  revokeClientAccess: ["3 trips, 3 read, 4 written", "3 trips, 3 read, 4 written"],
  listAuthorizedClients: ["3 trips, 3 read, 0 written", "3 trips, 3 read, 0 written"],
  revokeAuthorization: ["5 trips, 9 read, 10 written"],
  revokeOwnToken: ["5 trips, 10 read, 10 written"],
  showSignIn: ["0 trips, 0 read, 0 written"],
  submitSignIn: ["4 trips, 2 read, 8 written"],
  showSignUp: ["1 trips, 1 read, 0 written"],
  submitSignUp: ["1 trips, 0 read, 22 written"],
  showForgotPassword: ["0 trips, 0 read, 0 written"],
  submitForgotPassword: ["2 trips, 0 read, 2 written"],
  showChoosePassword: ["1 trips, 1 read, 0 written"],
  submitChoosePassword: ["6 trips, 9 read, 17 written"],
  showVerify: ["2 trips, 4 read, 0 written"],
  submitVerify: ["5 trips, 6 read, 8 written"],
  showAccount: ["3 trips, 12 read, 0 written"],
  showNewToken: ["3 trips, 7 read, 0 written"],
  submitNewToken: ["5 trips, 8 read, 10 written"],
  deleteToken: ["6 trips, 9 read, 14 written"],
  lockApplicationOut: ["5 trips, 10 read, 10 written"],
  submitName: ["3 trips, 3 read, 5 written"],
  submitPassword: ["5 trips, 5 read, 10 written"],
  submitVerification: ["3 trips, 3 read, 2 written"],
  showSecondFactor: ["1 trips, 3 read, 0 written"],
  submitSecondFactor: ["6 trips, 5 read, 3 written"],
  submitCode: ["8 trips, 6 read, 14 written"],
  showProvider: ["1 trips, 0 read, 1 written"],
  "showProvider: back": ["5 trips, 3 read, 7 written"],
  submitProvider: ["9 trips, 6 read, 20 written"],
  submitSessions: ["3 trips, 4 read, 6 written"],
  submitSignOut: ["4 trips, 6 read, 6 written"],
  getApp: ["0 trips, 0 read, 0 written"],
  getStart: ["0 trips, 0 read, 0 written", "1 trips, 3 read, 0 written"],
  authorize: ["3 trips, 5 read, 1 written", "3 trips, 5 read, 1 written"],
  "authorize: authorized already": ["3 trips, 5 read, 1 written", "3 trips, 5 read, 1 written"],
  showDecision: ["3 trips, 5 read, 0 written", "3 trips, 5 read, 0 written"],
  getDecision: ["3 trips, 5 read, 0 written", "3 trips, 5 read, 0 written"],
  decide: ["7 trips, 10 read, 10 written"],
  // its secret is marked as used once an hour
  "issueTokens: for a code": ["4 trips, 3 read, 11 written", "3 trips, 3 read, 10 written"],
  "issueTokens: refreshing": ["3 trips, 4 read, 6 written"],
  // an access token, a refresh token
  revokeToken: ["3 trips, 5 read, 4 written", "6 trips, 10 read, 6 written"],
  introspectToken: ["1 trips, 3 read, 0 written", "2 trips, 4 read, 0 written"],
  registerClient: ["1 trips, 0 read, 1 written"],
  getMetadata: ["0 trips, 0 read, 0 written"],
  // address and password, table, base with schema
  getSharedView: ["5 trips, 7 read, 1 written", "5 trips, 6 read, 1 written"],
  listSharedRecords: ["5 trips, 7 read, 1 written", "5 trips, 6 read, 1 written"],
  "listSharedRecords: sorted": ["6 trips, 9 read, 1 written", "6 trips, 8 read, 1 written"],
  countSharedRecords: ["5 trips, 6 read, 1 written", "5 trips, 5 read, 1 written"],
  aggregateSharedRecords: ["5 trips, 6 read, 1 written", "5 trips, 5 read, 1 written"],
  listSharedGroups: ["5 trips, 6 read, 1 written", "5 trips, 5 read, 1 written"],
  countSharedHits: ["5 trips, 6 read, 1 written", "5 trips, 5 read, 1 written"],
  listSharedHits: ["5 trips, 6 read, 1 written", "5 trips, 5 read, 1 written"],
  listSharedDays: ["5 trips, 6 read, 1 written", "5 trips, 5 read, 1 written"],
  copySharedCells: ["5 trips, 7 read, 1 written", "5 trips, 6 read, 1 written"],
  listSharedPeople: ["6 trips, 7 read, 1 written", "6 trips, 6 read, 1 written"],
  listSharedLinks: ["3 trips, 4 read, 0 written", "3 trips, 3 read, 0 written"],
  enterShare: ["3 trips, 4 read, 0 written", "3 trips, 3 read, 0 written"],
  "enterShare: with its password": ["6 trips, 4 read, 5 written", "6 trips, 3 read, 5 written"],
  showShare: ["5 trips, 7 read, 1 written", "5 trips, 6 read, 1 written"],
  submitSharePassword: ["6 trips, 4 read, 5 written", "6 trips, 3 read, 5 written"],
  submitSharePage: ["6 trips, 4 read, 3 written", "6 trips, 3 read, 3 written"],
  announceFormFile: ["5 trips, 4 read, 2 written", "5 trips, 3 read, 2 written"],
  submitSharedForm: ["6 trips, 4 read, 3 written", "6 trips, 3 read, 3 written"],
  signUp: ["1 trips, 0 read, 22 written"],
  signIn: ["4 trips, 2 read, 8 written"],
  signOut: ["4 trips, 6 read, 6 written"],
  getMe: ["1 trips, 3 read, 0 written"],
  getUser: ["2 trips, 2 read, 0 written"],
  getTempToken: ["3 trips, 3 read, 7 written"],
  "getUser: signed in": ["1 trips, 3 read, 0 written"],
  changePassword: ["5 trips, 5 read, 10 written"],
  sendResetPasswordEmail: ["2 trips, 0 read, 2 written"],
  resetPassword: ["6 trips, 9 read, 17 written"],
  sendVerificationEmail: ["3 trips, 3 read, 2 written"],
  verifyEmail: ["5 trips, 6 read, 8 written"],
  changeName: ["3 trips, 3 read, 5 written"],
  changeAvatar: ["2 trips, 3 read, 1 written"],
  getAvatar: ["1 trips, 1 read, 0 written"],
  changeNotifyMeta: ["2 trips, 3 read, 1 written"],
  getHealth: ["0 trips, 0 read, 0 written"],
  getReadiness: ["1 trips, 1 read, 0 written"],
  getDocs: ["0 trips, 0 read, 0 written"],
  getDocsFile: ["0 trips, 0 read, 0 written"],
  getOpenapi: ["0 trips, 0 read, 0 written"],
};

/** A field that a model may fill. */
async function aFillable({ owner: as, inTable: params, fieldId }: Made) {
  vi.stubEnv("GRIDLESS_AI_MODELS", "m=model");
  const aiConfig = { modelKey: "m", type: "summary", sourceFieldId: fieldId };
  const { body } = await call(createField, { as, params, body: { type: "longText", aiConfig } });
  return { ...params, fieldId: body.id as string };
}

afterEach(() => void vi.unstubAllEnvs());

test.each(Object.keys(scenes))("%s costs what it did", async (scene) => {
  const made = await prepare();
  const shown: string[] = [];
  for (const ask of (await scenes[scene]?.(made)) ?? []) {
    const cost = await costOf(async () => {
      const { status, body } = await call(endpointOf(scene), { as: made.owner, ...ask });
      // there are no link fields yet
      const isRight = scene === "listSharedLinks" ? status === 400 : status < 400;
      if (!isRight) throw new Error(`refused: ${JSON.stringify(body)}`);
    });
    shown.push(`${cost.roundTrips} trips, ${cost.read} read, ${cost.written} written`);
  }
  const [found, wanted] = [shown, costs[scene] ?? []].map((lines) =>
    areUnitsRight ? lines : lines.map(tripsIn),
  );
  expect(found).toEqual(wanted);
});

const tripsIn = (line: string) => line.split(",", 1)[0];
