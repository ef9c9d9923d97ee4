/* Rules for every endpoint below /share, from its definition: it gives access to its share only, and only to allowed visitors. */
import { describe, expect, test } from "vitest";
import { handler as listSharedRecords } from "#functions/share/list-shared-records";
import { handler as disableShare } from "#functions/view/disable-share";
import { aShareId } from "#test/support/makers/ids";
import { exampleFor } from "#test/support/makers/world";
import type { Answer } from "#test/support/requests/call";
import { call, fromOurPage } from "#test/support/requests/call";
import { endpointsWith } from "#test/support/requests/each-endpoint";
import { aShare, cookieIn } from "./support.ts";

const password = "open sesame 7";
const locked = () =>
  aShare({ view: { type: "form" }, shareMeta: { password, includeRecords: true, submit: { allow: true } } });
const [one, other] = await Promise.all([locked(), locked()]);
const [own, foreign] = [cookieIn(await one.enter(password)), cookieIn(await other.enter(password))];

const below = endpointsWith(({ share }) => share);
type Below = (typeof below)[number];
const entrances = ["enterShare", "submitSharePassword"];
const inside = below.filter(({ operation }) => !entrances.includes(operation));
const ask = ({ handler }: Below, shareId: string, cookie = "") =>
  call(handler, {
    params: { shareId },
    headers: { ...fromOurPage(), cookie },
    body: exampleFor(handler.definition.body, { ids: {}, sent: {} }),
  });

/** A page asks for the password, or redirects to the page that does. */
const isKeptOut = (answer: Answer) =>
  answer.status === 302
    ? answer.headers["location"] === `/share/${one.shareId}`
    : answer.status === 200
      ? String(answer.body).includes("<h1>This page is protected by a password")
      : answer.status === 401 && answer.body.code === "unauthorized_share";

test("all endpoints are listed here, and all of them check the share", () => {
  expect(below.map(({ operation }) => operation).sort()).toEqual(
    [
      ...["aggregateSharedRecords", "countSharedRecords", "enterShare", "getSharedView", "listSharedRecords"],
      ...["copySharedCells", "countSharedHits", "listSharedDays", "listSharedGroups", "listSharedHits"],
      ...["listSharedLinks", "listSharedPeople", "getSharedChanges"],
      ...["showShare", "submitSharePage", "submitSharePassword", "submitSharedForm"],
      "announceFormFile",
    ].sort(),
  );
  expect(endpointsWith(({ path }) => path.startsWith("/share/"))).toHaveLength(below.length);
});

describe("401: without the password", () => {
  test.each(inside)("$title", async (each) => {
    for (const cookie of [
      "",
      "share_session=nope",
      `share_session=${"x".repeat(43)}`,
      foreign.headers.cookie,
    ])
      expect(isKeptOut(await ask(each, one.shareId, cookie)), cookie).toBe(true);
    expect(isKeptOut(await ask(each, one.shareId, own.headers.cookie))).toBe(false);
  });
});

test("refused visitors made no records", async () => {
  // each of the two endpoints that make one was called once with access
  expect(await one.count()).toBe(2);
});

test("404: the same for an unknown and a closed share", async () => {
  const closed = await locked();
  const cookie = cookieIn(await closed.enter(password)).headers.cookie;
  await call(disableShare, { ...closed.ofView, body: {} });
  for (const each of below) {
    const [gone, never] = [await ask(each, closed.shareId, cookie), await ask(each, aShareId(), cookie)];
    expect([gone.status, never.status]).toEqual([404, 404]);
    const said = ({ body }: Answer) => JSON.stringify(body).replace(/Request ID: [\w-]+/, "");
    expect(said(gone)).toBe(said(never));
  }
});

test("compressed for everyone but visitors whose cookie opens it", async () => {
  const records = Array.from({ length: 30 }, (_, i) => ({ Name: `Person ${i}` }));
  const open = await aShare({ records });
  const closed = await locked();
  const { cookie } = cookieIn(await closed.enter(password)).headers;
  const codingOf = async (share: typeof open, headers: object) => {
    const asking = { headers: { "accept-encoding": "br, identity;q=0", ...headers } };
    return (await share.ask(listSharedRecords, asking)).headers["content-encoding"];
  };
  const signedIn = { cookie: "auth_session=x" };
  expect([await codingOf(open, {}), await codingOf(open, signedIn)]).toEqual(["br", "br"]);
  expect(await codingOf(closed, { cookie })).toBeUndefined();
});
