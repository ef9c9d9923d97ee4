/* When a token was used last: written at most once an hour, beside what the call does, and never in its way. */
import { beforeEach, expect, test } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { handler as listBases } from "#functions/base/list-bases";
import { hash } from "#lib/data/identity/token-text";
import { key, type TokenItem } from "#lib/data/identity/tokens";
import { change, commit, remove } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { aBase, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { costOf } from "#test/support/requests/round-trips";
import { abandonNothing, disturbed, storeError } from "#test/support/store/faults";

beforeEach(abandonNothing);

const owner = await someone();
const { baseId } = await aBase(owner);
const aSmallToken = () => aToken(owner.userId, { scopes: ["base|read"] });
const asking = (token: string) => call(getBase, { as: { token }, params: { baseId } });
const itemOf = (token: string) => getItem<TokenItem>(key(hash(token))) as Promise<TokenItem>;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const usedAgo = async (token: string, minutes: number) => {
  const lastUsedTime = ago(minutes);
  await commit([change(await itemOf(token), { lastUsedTime })]);
  return lastUsedTime;
};
const isMark = ({ command, input }: { command: string; input: object }) =>
  command === "UpdateItem" && JSON.stringify(input).includes("lastUsedTime");

test("the first call writes it, for one unit more; the next ones do not", async () => {
  const token = await aSmallToken();
  const before = new Date().toISOString();
  const first = await costOf(() => asking(token));
  const { lastUsedTime = "", version } = await itemOf(token);
  expect(lastUsedTime >= before && lastUsedTime <= new Date().toISOString()).toBe(true);
  const second = await costOf(() => asking(token));
  expect({ read: first.read, written: first.written }).toEqual({ read: second.read, written: 1 });
  expect(second.written).toBe(0);
  expect(await itemOf(token)).toMatchObject({ lastUsedTime, version });
});

test("no other request waits for it: it ends after all others have been sent", async () => {
  const token = await aSmallToken();
  let othersAreSent = () => {};
  const others = new Promise<void>((resolve) => {
    othersAreSent = resolve;
  });
  const sent = await disturbed(
    async (each) => {
      // of the base, its members are asked for last
      if (each.command === "BatchGetItem") othersAreSent();
      if (isMark(each)) await others;
      return undefined;
    },
    async () => expect((await asking(token)).status).toBe(200),
  );
  expect(sent.map(({ command }) => command)).toEqual(["GetItem", "GetItem", "UpdateItem", "BatchGetItem"]);
});

test.each([
  [59, false],
  [61, true],
])("%d minutes later: written again? %s", async (minutes, isWritten) => {
  const token = await aSmallToken();
  const lastUsedTime = await usedAgo(token, minutes);
  const { written } = await costOf(() => asking(token));
  expect(written).toBe(isWritten ? 1 : 0);
  expect((await itemOf(token)).lastUsedTime !== lastUsedTime).toBe(isWritten);
});

test("calls that are refused count: the token was used", async () => {
  const token = await aToken(owner.userId, { scopes: [] });
  expect((await asking(token)).status).toBe(403);
  expect((await itemOf(token)).lastUsedTime).toBeTruthy();
});

test("it is written by the time the answer is there, also where nothing else takes as long", async () => {
  const token = await aToken(owner.userId);
  await disturbed(
    async (sent) => {
      if (isMark(sent)) await new Promise((resolve) => setTimeout(resolve, 100));
      return undefined;
    },
    () => call(listBases, { as: { token }, query: "nope" }),
  );
  expect((await itemOf(token)).lastUsedTime).toBeTruthy();
});

test.each(["not sent", "answer lost", storeError("ProvisionedThroughputExceededException")] as const)(
  "200: a store that does not take it (%s) is asked once, and the call does not fail",
  async (fault) => {
    const token = await aToken(owner.userId);
    const sent = await disturbed(
      (each) => (isMark(each) ? fault : undefined),
      async () => expect((await asking(token)).status).toBe(200),
    );
    expect(sent.filter(isMark)).toHaveLength(1);
  },
);

test("a token that is deleted meanwhile does not come back", async () => {
  const token = await aToken(owner.userId);
  let isGone = false;
  const sent = await disturbed(
    async (each) => {
      if (!isMark(each) || isGone) return undefined;
      isGone = true;
      await commit([remove(await itemOf(token))]);
      return undefined;
    },
    async () => expect((await asking(token)).status).toBe(200),
  );
  expect(sent.filter(isMark)).toHaveLength(1);
  expect(await itemOf(token)).toBeUndefined();
});

test("an expired token, and that of an application, are not written to", async () => {
  const expired = await aToken(owner.userId, { expiredTime: ago(1) });
  const ofApp = await anAppToken(await anApplication(owner), owner.userId, ["base|read"]);
  for (const token of [expired, ofApp]) {
    const before = await itemOf(token);
    expect((await costOf(() => asking(token))).written).toBe(0);
    expect(await itemOf(token)).toEqual(before);
  }
});
