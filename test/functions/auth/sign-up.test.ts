import { afterEach, describe, expect, test, vi } from "vitest";
import { handler as signUp } from "#functions/auth/sign-up";
import { handler as getBase } from "#functions/base/get-base";
import { addressKey } from "#lib/data/spaces/invitations";
import * as members from "#lib/data/spaces/members";
import * as spaces from "#lib/data/spaces/spaces";
import type { UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { commit, insert } from "#lib/store/commit";
import { itemsWith } from "#test/support/events/jobs";
import { aBase, aToken, someone } from "#test/support/makers/makers";
import {
  aLink,
  anEmail,
  cookieIn,
  mailsTo,
  password,
  signInWith,
  statusWith,
} from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

// all of it is looked through
await useOwnStore();

afterEach(() => void vi.unstubAllEnvs());

const sign = (body: object) => call(signUp, { body: { password, ...body } });
/** The names of the spaces that somebody is a member of, with his role. */
async function spacesOf(userId: UserId) {
  const found = await members.placesOf(userId, "SPACE");
  return Promise.all(found.map(async ({ id, role }) => [(await spaces.find(id as never))?.name, role]));
}

describe("201", () => {
  test("somebody who is signed in, with a space of his own, no administrator, and a link is mailed to him", async () => {
    const email = anEmail();
    const answer = await sign({ email, name: " Ada ", defaultSpaceName: "Home" });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^usr/),
        name: "Ada",
        email,
        notifyMeta: { email: true },
        hasPassword: true,
        emailVerified: false,
      },
    });
    expect(await statusWith(cookieIn(answer))).toBe(200);
    expect(await spacesOf(answer.body.id)).toEqual([["Home", "owner"]]);
    expect((await mailsTo(email)).map(({ mail }) => mail)).toEqual([
      { kind: "verifyEmail", to: email, userId: answer.body.id },
    ]);
  });

  test("named after what stands before the @", async () => {
    const { body } = await sign({ email: `grace.${anEmail()}` });
    expect(body.name).toMatch(/^grace\.[\w-]+$/);
    expect(await spacesOf(body.id)).toEqual([[`${body.name}'s space`, "owner"]]);
  });

  test("the cookie is for no script and no other site; Secure where the service has https", async () => {
    inProcessOnly("the address of the service is set here");
    const attributes = async () =>
      (await sign({ email: anEmail() })).cookies.map((line) => line.replace(/=[^;]*/, "=…"));
    const plain = "auth_session=…; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax";
    expect(await attributes()).toEqual([plain]);
    vi.stubEnv("GRIDLESS_ORIGIN", "https://tables.example.org");
    expect(await attributes()).toEqual([`${plain}; Secure`]);
  });

  test("the address is kept as it was typed, without the space around it", async () => {
    const email = `Ada-${anEmail()}`;
    expect((await sign({ email: ` ${email} ` })).body.email).toBe(email);
  });

  test("a password in any script; how its characters are composed does not matter", async () => {
    const email = anEmail();
    expect((await sign({ email, password: "pässwört \u0663 ①" })).status).toBe(201);
    expect((await signInWith(email, "pa\u0308sswo\u0308rt \u0663 1")).status).toBe(200);
  });

  test("neither password nor cookie is in the store", async () => {
    inProcessOnly("all items are looked through");
    const email = anEmail();
    const secret = `${crypto.randomUUID()} 1`;
    const [, session = ""] = cookieIn(await sign({ email, password: secret })).split(".");
    expect(session).toHaveLength(43);
    expect(await itemsWith(secret, session)).toEqual([]);
  });
});

describe("409: the address is taken", () => {
  test("in whatever capitals", async () => {
    const email = anEmail();
    expect((await sign({ email })).status).toBe(201);
    expect((await sign({ email: email.toUpperCase() })).status).toBe(409);
  });

  test("of twins at the same moment exactly one is made", async () => {
    const email = anEmail();
    const twins = Array.from({ length: 6 }, (_, i) => (i % 2 ? email : email.toUpperCase()));
    const statuses = await Promise.all(twins.map(async (each) => (await sign({ email: each })).status));
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

test.each([
  ["nothing", {}, ["email", "password"]],
  ["no @", { email: "ada", password }, ["email"]],
  ["two lines", { email: "ada@example.org\nbcc: all@example.org", password }, ["email"]],
  ["a name before the address", { email: "Ada <ada@example.org>", password }, ["email"]],
  ["255 characters of address", { email: `${"a".repeat(243)}@example.org`, password }, ["email"]],
  ["7 characters of password", { email: anEmail(), password: "abcde 7" }, ["password"]],
  ["no letter", { email: anEmail(), password: "1234 5678" }, ["password"]],
  ["no digit", { email: anEmail(), password: "correct horse" }, ["password"]],
  ["201 characters of password", { email: anEmail(), password: `a1${"x".repeat(199)}` }, ["password"]],
  ["an empty name", { email: anEmail(), password, name: " " }, ["name"]],
  ["an empty space name", { email: anEmail(), password, defaultSpaceName: "" }, ["defaultSpaceName"]],
  [
    "all of it wrong",
    { email: 1, password: 2, name: 3, inviteCode: 4 },
    ["name", "email", "password", "inviteCode"],
  ],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await call(signUp, { body }))).toEqual({ status: 400, paths });
});

test("400: 4 MB of password are not hashed, and not sent back", async () => {
  const email = anEmail();
  const rest = JSON.stringify({ email, password: "" }).length;
  const answer = await sign({ email, password: "a1".repeat((limits.bodyBytes - rest) / 2) });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["password"] });
  expect(answer.bytes.length).toBeLessThan(500);
});

describe("by invitation", () => {
  const byInvitationOnly = () => {
    inProcessOnly("a setting of the service");
    vi.stubEnv("GRIDLESS_SIGN_UP", "invitation");
  };
  /** A base that somebody with this address is invited to. */
  async function invited(email: string) {
    const owner = await someone();
    const { baseId } = await aBase(owner);
    const expiresAt = Math.floor(Date.now() / 1000) + 3600;
    const waiting = { id: "inv4mSa1Cw6nZ8tQ0Yh", role: "editor", invitedBy: owner.userId, expiresAt };
    const places = { [`BASE#${baseId}`]: waiting };
    await commit([insert({ ...addressKey(email), entity: "invitations", places, expiresAt })]);
    return baseId;
  }

  test("403: without an invitation, where the service wants one; also where nothing is set", async () => {
    byInvitationOnly();
    expect((await sign({ email: anEmail() })).status).toBe(403);
    vi.stubEnv("GRIDLESS_SIGN_UP", "");
    expect((await sign({ email: anEmail() })).status).toBe(403);
  });

  test("201: whoever has the link is verified, and a member at once; no further mail", async () => {
    byInvitationOnly();
    const email = anEmail();
    const baseId = await invited(email);
    const inviteCode = await aLink("invitation", { email: email.toUpperCase() });
    const { status, body } = await sign({ email, inviteCode });
    expect({ status, verified: body.emailVerified }).toEqual({ status: 201, verified: true });
    const as = { token: await aToken(body.id) };
    expect((await call(getBase, { as, params: { baseId } })).body).toMatchObject({ role: "editor" });
    expect(await mailsTo(email)).toEqual([]);
  });

  test("201: also where anybody may sign up; the link is good once", async () => {
    const email = anEmail();
    const inviteCode = await aLink("invitation", { email });
    const twice = await Promise.all([sign({ email, inviteCode }), sign({ email, inviteCode })]);
    const statuses = twice.map(({ status }) => status).sort();
    expect([
      [201, 400],
      [201, 409],
    ]).toContainEqual(statuses);
    const third = await sign({ email, inviteCode });
    expect(refusal(third)).toEqual({ status: 400, paths: ["inviteCode"] });
  });

  test.each([
    ["to another address", () => aLink("invitation", { email: anEmail() })],
    ["of two weeks ago", (email: string) => aLink("invitation", { email }, 14 * 24 * 60 + 1)],
    ["that is for something else", (email: string) => aLink("verifyEmail", { email })],
    ["that was never made", async () => "nope"],
  ])("400: a link %s", async (_, link) => {
    const email = anEmail();
    await invited(email);
    expect(refusal(await sign({ email, inviteCode: await link(email) }))).toEqual({
      status: 400,
      paths: ["inviteCode"],
    });
    expect((await signInWith(email)).status).toBe(400);
  });

  test("400: an invitation that was withdrawn is no way into a service by invitation", async () => {
    byInvitationOnly();
    const email = anEmail();
    expect(refusal(await sign({ email, inviteCode: await aLink("invitation", { email }) }))).toEqual({
      status: 400,
      paths: ["inviteCode"],
    });
  });
});
