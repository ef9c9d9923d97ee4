/*
 * Every endpoint whose commits write what gives access writes an entry of an access log in the same commit, or is listed here with the
 * reason. It is called with the example of its body in a world of its own, and its requests to the store are looked at.
 */
import { expect, test } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as createSpace } from "#functions/space/create-space";
import { handler as inviteToSpace } from "#functions/space/invite-to-space";
import { handler as enableShare } from "#functions/view/enable-share";
import type { Key } from "#lib/store/item";
import { process } from "#test/support/events/processes";
import { aShareId } from "#test/support/makers/ids";
import { anEmail } from "#test/support/makers/people";
import { aWorld, entering, exampleFor, paramsFor, queryFor, type World } from "#test/support/makers/world";
import { type Asking, call } from "#test/support/requests/call";
import { ask, endpointsWith, type Titled } from "#test/support/requests/each-endpoint";
import { inProcessOnly } from "#test/support/run/target";
import type { Sent } from "#test/support/store/faults";

inProcessOnly("the test looks at the requests to the store");

/** Keys of items by which people and programs have access. Updates of their times of use are left out. */
const givesAccess: RegExp[] = [
  /^(SPACE|BASE|USER)#\w+ (MEMBER#|SPACE#|BASE#)/,
  /^SPACE#\w+ (SPACE|TRASHEDSPACE)$/,
  /^(INVITE|INVITELINK)#/,
  /^(SPACE|BASE)#\w+ (INVITE#|LINK#)/,
  /^SHARE#[^ ]+ SHARE$/,
  /^BASE#\w+ WEBHOOK#/,
  /^TOKEN#\w+ (TOKEN|SESSION)$/,
  /^(REFRESH|CLIENT)#/,
  /^USER#\w+ (TOKEN#|TEMPTOKEN#|SESSION#|SECONDFACTOR|GRANT#)/,
  /^IDENTITY#/,
];

/** Operations that write such items without an entry, each with the reason. */
const without: Record<string, string> = {
  updateSpace: "a name gives no access",
  createBase: "the members of its space open a new base, and these have entries",
  updateBase: "a name gives no access",
  orderBase: "an order gives no access",
  duplicateBase: "as createBase; shares, members and webhooks are not copied",
  importBase: "as createBase",
  importBaseFile: "as createBase",
  deleteSpace: "its bases go with it, which has an entry; they follow in commits of their own",
  deleteSpacePermanently: "the same; its log goes too",
  createTicket: "opens a socket for a minute, for what its caller may read already",
  getTempToken: "ten minutes for a page that is signed in; it ends with the session, which has an entry",
  submitSecondFactor:
    "its example begins: a secret counts for nothing until a first code confirms it, which has an entry",
  issueTokens:
    "tokens of what a person has allowed, which has an entry; to use one twice ends them, with an entry",
  revokeToken: "of the example only an access token of ten minutes ends; a refresh token has an entry",
  createClient: "an application gets nothing until a person allows it, which has an entry",
  registerClient: "the same",
  updateClient: "the same; it can only take scopes from what people have allowed",
  createClientSecret: "the same",
  deleteClientSecret: "the same",
};

type More = Partial<Pick<Asking, "body" | "query" | "params">>;

const shared = async ({ owner, params }: World): Promise<More> => {
  await call(enableShare, { as: owner, params });
  return { params };
};
const leaving = async ({ ids }: World): Promise<More> => ({ query: { userId: ids["usr"] ?? "" } });
const lower = async ({ ids }: World): Promise<More> => ({ body: { userId: ids["usr"], role: "viewer" } });
const higher = async ({ ids }: World): Promise<More> => ({
  body: { collaborators: [{ principalId: ids["usr"], principalType: "user" }], role: "creator" },
});
const open = () => ({ type: "form", name: "Open", enableShare: true, shareId: aShareId() });

/** What is sent in place of the example, where that would change no access. */
const asking: Record<string, (world: World) => Promise<More>> = {
  updateSpaceCollaborator: lower,
  updateBaseCollaborator: lower,
  removeSpaceCollaborator: leaving,
  removeBaseCollaborator: leaving,
  addSpaceCollaborators: higher,
  addBaseCollaborators: higher,
  disableShare: shared,
  refreshShareId: shared,
  deleteView: shared,
  createView: async () => ({ body: open() }),
  createTable: async () => ({ body: { name: "Ask", records: [], views: [open()] } }),
  moveBase: async ({ owner }) => {
    const { body } = await call(createSpace, { as: owner, body: {} });
    return { body: { spaceId: body.id } };
  },
  restoreTrashItem: async ({ owner, params }) => {
    const { body } = await call(deleteBase, { as: owner, params });
    return { params: { trashId: body.trashId } };
  },
  cancelSpaceInvitation: async ({ owner, params }) => {
    const email = anEmail();
    const invited = { emails: [email], role: "viewer" };
    const { body } = await call(inviteToSpace, { as: owner, params, body: invited });
    return { params: { ...params, invitationId: body[email].invitationId } };
  },
};

interface Action {
  Put?: { Item: Key };
  Update?: { Key: Key };
  Delete?: { Key: Key };
}

/** What a request to the store writes: keys that were put, changed or removed together. */
function writtenBy({ command, input }: Sent): string[] {
  const keyIn = ({ pk, sk }: Key) => `${pk} ${sk}`;
  const { TransactItems, RequestItems, Item, Key } = input as {
    TransactItems?: Action[];
    RequestItems?: Record<string, { PutRequest?: { Item: Key }; DeleteRequest?: { Key: Key } }[]>;
    Item?: Key;
    Key?: Key;
  };
  if (command === "TransactWriteItems")
    return (TransactItems ?? []).flatMap(({ Put, Update, Delete }) => {
      const key = Put?.Item ?? Update?.Key ?? Delete?.Key;
      return key ? [keyIn(key)] : [];
    });
  if (command === "BatchWriteItem")
    return Object.values(RequestItems ?? {}).flatMap((requests) =>
      requests.flatMap(({ PutRequest, DeleteRequest }) => {
        const key = PutRequest?.Item ?? DeleteRequest?.Key;
        return key ? [keyIn(key)] : [];
      }),
    );
  if (command === "PutItem" && Item) return [keyIn(Item)];
  return command === "DeleteItem" && Key ? [keyIn(Key)] : [];
}

const changing = endpointsWith(
  ({ method, path }) => method !== "GET" || /temp-token|revoke-token|authorize$/.test(path),
);

/** The keys that give access and were written in a commit without an entry; `isLogged`: others have one. */
async function look({ handler, operation }: Titled) {
  const world = await aWorld(handler);
  const more = await asking[operation]?.(world);
  const { definition } = handler;
  const entry = await entering(handler, world.owner);
  const body = exampleFor(definition.body, world);
  const { calls } = await process(
    () => undefined,
    () =>
      ask(handler, {
        ...entry,
        params: paramsFor(definition, world),
        query: queryFor(definition, world),
        ...(body !== undefined && { body }),
        ...more,
      }),
  );
  const commits = calls.map(writtenBy);
  const opening = commits.filter((keys) => keys.some((key) => givesAccess.some((kind) => kind.test(key))));
  const silent = opening.filter((keys) => !keys.some((key) => key.startsWith("ACCESSLOG#")));
  return { silent: silent.flat(), isLogged: silent.length < opening.length };
}

test("each change of access has an entry in its commit, or a reason why it has none", async () => {
  const [silent, logged] = [new Map<string, string[]>(), new Set<string>()];
  for (const each of changing) {
    const { silent: keys, isLogged } = await look(each);
    if (keys.length > 0) silent.set(each.operation, keys);
    if (isLogged) logged.add(each.operation);
  }
  const forgotten = [...silent].filter(([operation]) => !(operation in without));
  expect(forgotten, "write an entry (lib/data/spaces/access-log), or add a reason here").toEqual([]);
  const known = changing.map(({ operation }) => operation);
  expect(Object.keys(without).filter((name) => !known.includes(name))).toEqual([]);
  const unmet = Object.keys(asking).filter((operation) => !logged.has(operation));
  expect(unmet, "these are asked so that they change access").toEqual([]);
}, 600_000);
