/*
 * What holds for each endpoint of who calls it, tested from its definition alone: an endpoint that is added tomorrow is tested
 * here without a line. Who exactly may do what is in test/access-matrix.test.ts.
 */
import { describe, expect, test } from "vitest";
import { roleMay } from "#lib/access/roles";
import { errorsOf } from "#lib/openapi/failures";
import { roles } from "#lib/schemas/basics/role";
import { allScopes } from "#lib/schemas/identity/scopes";
import { aMember, aSession, aTable, aToken, someone } from "#test/support/makers/makers";
import { aWorld, entering, exampleFor, unknownStatus } from "#test/support/makers/world";
import { call, fromOurPage } from "#test/support/requests/call";
import { badSessions, badTokens, foreignOrigins } from "#test/support/requests/credentials";
import {
  another,
  ask,
  asksForOrigin,
  endpointsWith,
  expectUnknown,
  isPlaced,
  namesOf,
  nonsense,
} from "#test/support/requests/each-endpoint";

const world = await aWorld();
const { owner, baseId, params } = world;
const stranger = await someone("Stranger");
const elsewhere = await aTable({}, owner);
const members = await Promise.all(roles.map(async (role) => ({ role, ...(await aMember(baseId, role)) })));

const byToken = endpointsWith(({ scope, anyToken }) => scope || anyToken);
const bySession = endpointsWith(({ session }) => session);
const scoped = endpointsWith(({ scope }) => scope);
const placed = endpointsWith(isPlaced);
const guarded = endpointsWith((definition) => !definition.public);

describe("401: tokens", async () => {
  const cases: [string, string | undefined][] = [["no token", undefined], ...(await badTokens(owner))];
  describe.each(byToken)("$title", ({ handler }) => {
    test.each(cases)("%s", async (_, authorization) => {
      const headers = { ...fromOurPage(), ...(authorization && { authorization }) };
      expectUnknown(await ask(handler, { params, headers }), handler.definition, /^Bearer/);
    });
  });

  test.each(scoped)("$title: a session opens nothing that asks for a token", async ({ handler }) => {
    const answer = await ask(handler, { params, signedIn: await aSession(owner.userId) });
    expectUnknown(answer, handler.definition, /^Bearer/);
  });

  test.each(byToken)("$title: the word bearer may be written in any case", async ({ handler }) => {
    const authorization = `bEARER ${owner.token}`;
    const { status } = await ask(handler, { params, headers: { authorization }, query: nonsense, body: {} });
    expect(status).toBe(400);
  });
});

describe("401: sessions", async () => {
  const cases = await badSessions(await someone(), stranger);
  describe.each(bySession)("$title", ({ handler }) => {
    test("nothing", async () => {
      expectUnknown(await ask(handler, { params, headers: fromOurPage() }), handler.definition, /./);
    });
    test.each(cases)("%s", async (_, cookie) => {
      expectUnknown(await ask(handler, { params, signedIn: { cookie } }), handler.definition, /./);
    });
  });

  test.each(endpointsWith(({ session, anyToken }) => session && !anyToken))(
    "$title: no token opens it",
    async ({ handler }) => {
      const answer = await ask(handler, { params, as: owner, headers: fromOurPage() });
      expectUnknown(answer, handler.definition, /^Cookie$/);
    },
  );
});

describe("403: another page asks", () => {
  test.each(endpointsWith(asksForOrigin))("$title", async ({ handler }) => {
    for (const origin of foreignOrigins) {
      const headers = { cookie: `auth_session=${(await aSession(owner.userId)).cookie}` };
      const asking = { params, body: exampleFor(handler.definition.body, world) };
      const { host } = fromOurPage();
      const answer = await ask(handler, {
        ...asking,
        headers: { ...headers, host, ...(origin !== undefined && { origin }) },
      });
      expect({ origin, status: answer.status }).toEqual({ origin, status: 403 });
    }
  });
});

/** Of its headers, but for what the connection itself is told. */
const namesIn = ({ headers }: { headers: object }) =>
  Object.keys(headers).filter((name) => name !== "connection");

describe("404", () => {
  describe.each(placed)("$title", ({ handler }) => {
    const [outermost = ""] = namesOf(handler.definition);

    test("a stranger hears of a place what he hears of one that is not there", async () => {
      const none = another(params[outermost] ?? "");
      const asking = { as: stranger, query: nonsense, body: {} };
      const there = await ask(handler, { ...asking, params });
      const nowhere = await ask(handler, { ...asking, params: { ...params, [outermost]: none } });
      const told = JSON.stringify(nowhere.body).replaceAll(none, params[outermost] ?? "");
      expect({ status: there.status, body: JSON.stringify(there.body) }).toEqual({ status: 404, body: told });
      expect(namesIn(there)).toEqual(namesIn(nowhere));
    });

    test("so does who has a token that names another place only", async () => {
      const reach = { spaceIds: [elsewhere.spaceId], baseIds: [elsewhere.baseId] };
      const as = { token: await aToken(owner.userId, { reach }) };
      const [own, foreign] = [
        await ask(handler, { as, params, body: {} }),
        await ask(handler, { as: stranger, params, body: {} }),
      ];
      expect({ status: own.status, body: own.body }).toEqual({ status: 404, body: foreign.body });
    });
  });

  const named = guarded.filter(({ handler }) => namesOf(handler.definition).length > 0);
  // administrators look after what others have made
  const owned = named.filter(
    ({ handler: { definition } }) => !isPlaced(definition) && !definition.administrator,
  );

  test.each(owned)("$title: what is somebody else's is not there", async ({ handler }) => {
    const [name = ""] = namesOf(handler.definition);
    const none = another(params[name] ?? "");
    const body = exampleFor(handler.definition.body, world);
    const asked = async (id: string) =>
      ask(handler, {
        ...(await entering(handler, stranger)),
        params: { ...params, [name]: id },
        body,
      });
    const [there, nowhere] = [await asked(params[name] ?? ""), await asked(none)];
    expect(there.status).toBe(unknownStatus[name] ?? 404);
    if (errorsOf(handler.definition) === "page") return;
    const told = JSON.stringify(nowhere.body).replaceAll(none, params[name] ?? "");
    expect({ status: nowhere.status, body: JSON.stringify(there.body) }).toEqual({
      status: there.status,
      body: told,
    });
  });

  describe.each(named)("$title", ({ handler }) => {
    test.each(namesOf(handler.definition))(
      "{%s}: an id that is none, or stands for nothing",
      async (name) => {
        const none = another(params[name] ?? "");
        for (const id of ["nope", "x".repeat(300), "../x", "\0", "%00", "🚀", " ", none]) {
          // %2F may end a segment before a route is looked for: then it is a path that nothing has
          const isPath = id.includes("/");
          const { status, body } = await (isPath ? call : ask)(handler, {
            ...(await entering(handler, owner)),
            params: { ...params, [name]: id },
            body: exampleFor(handler.definition.body, world),
          });
          const wanted = unknownStatus[name] ?? 404;
          expect(isPath ? [404, wanted] : [wanted]).toContain(status);
          if (isPath || wanted !== 404 || errorsOf(handler.definition) === "page") continue;
          // what is longer than most ids is not repeated
          const isLong = id.length > Math.min(none.length, baseId.length);
          expect(body.message).toContain(isLong ? "no such " : ` ${id}, or you`);
        }
      },
    );
  });

  test.each(endpointsWith((definition) => definition.public && namesOf(definition).length > 0))(
    "$title: whatever stands in the path of what is open to everybody, it is no 500",
    async ({ handler }) => {
      for (const name of namesOf(handler.definition))
        for (const id of ["nope", "x".repeat(300), "\0", "%00", "🚀", " "]) {
          const { status } = await ask(handler, {
            ...(await entering(handler, owner)),
            params: { ...params, [name]: id },
            body: exampleFor(handler.definition.body, world),
          });
          expect(status).toBeLessThan(500);
        }
    },
  );
});

describe("403: scope and role", () => {
  test.each(scoped)("$title: a token without the scope", async ({ handler }) => {
    const { scope } = handler.definition;
    const token = await aToken(owner.userId, { scopes: allScopes.filter((each) => each !== scope) });
    const asked = { as: { token }, params, query: nonsense, body: {} };
    const { status, body, headers } = await ask(handler, asked);
    expect({ status, message: body.message, challenge: headers["www-authenticate"] }).toEqual({
      status: 403,
      message: `This token lacks the scope ${scope}`,
      challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
    });
  });

  test.each(placed)("$title: each role as the matrix says", async ({ handler }) => {
    const { scope = "", path } = handler.definition;
    // a role on a base is none on its space
    if (path.includes("{spaceId}")) return;
    for (const { role, token } of members) {
      const { status } = await ask(handler, { as: { token }, params, query: nonsense, body: {} });
      // who may ask hears what is wrong with the question
      expect({ role, status }).toEqual({ role, status: roleMay(role, scope) ? 400 : 403 });
    }
  });

  test.each(byToken)("$title: a token with that scope alone is enough", async ({ handler }) => {
    const { scope, body } = handler.definition;
    const token = await aToken(owner.userId, { scopes: scope ? [scope] : ["view|read"] });
    expect((await ask(handler, { as: { token }, params, query: nonsense })).status).toBe(body ? 415 : 400);
  });
});
