/* Changes of access, with an accident at any request to the store: an entry is there exactly if its change is, also after a retry. */
import { expect, test, vi } from "vitest";
import { handler as createAccessToken } from "#functions/access-token/create-access-token";
import { handler as signOut } from "#functions/auth/sign-out";
import { handler as inviteToSpace } from "#functions/space/invite-to-space";
import { handler as removeSpaceCollaborator } from "#functions/space/remove-space-collaborator";
import { handler as updateSpaceCollaborator } from "#functions/space/update-space-collaborator";
import { handler as enableShare } from "#functions/view/enable-share";
import { handler as createWebhook } from "#functions/webhook/create-webhook";
import { handler as deleteWebhook } from "#functions/webhook/delete-webhook";
import { settleAll } from "#test/support/events/commits";
import { itemsWith } from "#test/support/events/jobs";
import { process } from "#test/support/events/processes";
import { aMember, aSession, aTable } from "#test/support/makers/makers";
import { anEmail } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { aSample, told } from "#test/support/run/points";
import { useOwnStore } from "#test/support/store/own-store";
import { accidents } from "./support.ts";

type Made = Awaited<ReturnType<typeof aWorldOfAccess>>;

async function aWorldOfAccess() {
  const made = await aTable();
  const bob = await aMember(made.spaceId, "viewer");
  const signedIn = await aSession(made.owner.userId);
  const hook = { url: "https://receiver.example.com/", events: ["record.created"] };
  const inBase = { as: made.owner, params: { baseId: made.baseId } };
  const { body } = await call(createWebhook, { ...inBase, body: hook });
  return { ...made, bob, signedIn, hook, webhookId: body.id as string, email: anEmail() };
}

const headers = { "idempotency-key": "one" };

interface Trial {
  send(made: Made): Promise<{ status: number }>;
  action: string;
  /** Whether the change is there, from the items of the store. */
  isThere(made: Made, items: Awaited<ReturnType<typeof itemsWith>>): boolean;
  /** How many entries one change has. */
  entries?: number;
}

const trials: Record<string, Trial> = {
  "a role": {
    send: ({ owner: as, spaceId, bob }) =>
      call(updateSpaceCollaborator, {
        ...{ as, headers },
        params: { spaceId },
        body: { userId: bob.userId, role: "editor" },
      }),
    action: "member.roleChanged",
    isThere: ({ bob }, items) =>
      items.some((each) => each.sk === `MEMBER#${bob.userId}` && each["role"] === "editor"),
  },
  "a removal": {
    send: ({ owner: as, spaceId, bob }) =>
      call(removeSpaceCollaborator, { as, params: { spaceId }, query: { userId: bob.userId } }),
    action: "member.removed",
    isThere: ({ bob }, items) => !items.some((each) => each.sk === `MEMBER#${bob.userId}`),
  },
  "an invitation": {
    send: ({ owner: as, spaceId, email }) =>
      call(inviteToSpace, { as, headers, params: { spaceId }, body: { emails: [email], role: "viewer" } }),
    action: "invitation.created",
    isThere: ({ email }, items) =>
      items.some((each) => each.entity === "invitation" && each["email"] === email),
  },
  "a share": {
    send: ({ owner: as, tableId, table }) =>
      call(enableShare, { as, headers, params: { tableId, viewId: table.defaultViewId } }),
    action: "share.enabled",
    isThere: (_, items) => items.some(({ entity }) => entity === "share"),
  },
  "the end of a webhook": {
    send: ({ owner: as, baseId, webhookId }) => call(deleteWebhook, { as, params: { baseId, webhookId } }),
    action: "webhook.deleted",
    isThere: ({ webhookId }, items) => !items.some(({ sk }) => sk === `WEBHOOK#${webhookId}`),
  },
  "a token": {
    send: ({ signedIn, baseId }) =>
      call(createAccessToken, {
        ...{ signedIn, headers },
        body: { name: "Sync", scopes: ["record|read"], baseIds: [baseId], expiredTime: "2999-01-01" },
      }),
    action: "token.created",
    isThere: (_, items) => items.some((each) => each.entity === "token" && each["name"] === "Sync"),
    // in the log of its person, and in that of the space
    entries: 2,
  },
  "the end of a session": {
    send: ({ signedIn }) => call(signOut, { signedIn }),
    action: "session.ended",
    isThere: (_, items) => !items.some(({ entity }) => entity === "session"),
  },
};

test.each(Object.keys(trials).flatMap((name) => accidents.map((accident) => [name, accident] as const)))(
  "%s, %s",
  async (name, accident) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { send, action, isThere, entries = 1 } = trials[name] as Trial;
    const sample = aSample(2);
    let requests = 0;
    for (let n = sample.first, isMet = true; isMet; n += sample.every) {
      await useOwnStore();
      const made = await aWorldOfAccess();
      const look = async () => {
        await settleAll();
        const items = await itemsWith("");
        const logged = items.filter((each) => each.entity === "accessEntry" && each["action"] === action);
        return { there: isThere(made, items), logged: logged.length };
      };
      const { calls } = await process(
        (_, index) => (index === n ? accident : undefined),
        () => send(made),
      );
      isMet = calls.length > n;
      requests = calls.length;
      const seen = await look();
      expect({ n, ...seen }).toEqual({ n, there: seen.there, logged: seen.there ? entries : 0 });
      await send(made);
      expect({ n, ...(await look()) }).toEqual({ n, there: true, logged: entries });
    }
    expect(requests).toBeGreaterThan(3);
    console.log(`${name}, ${accident}: ${told(sample, requests)}`);
  },
);
