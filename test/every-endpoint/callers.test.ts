/*
 * Authentication and authorization of every endpoint, derived from its definition: new endpoints are tested without additional code.
 * test/access-matrix.test.ts tests exactly who may do what.
 *
 * The tests of one endpoint run one after another: deployed, they find its process running, which takes half a second to start.
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
const unknownTokens: [string, string | undefined][] = [["no token", undefined], ...(await badTokens(owner))];
const unknownSessions = await badSessions(await someone(), stranger);
const members = await Promise.all(roles.map(async (role) => ({ role, ...(await aMember(baseId, role)) })));

/** The names of its headers, except for Connection. */
const namesIn = ({ headers }: { headers: object }) =>
  Object.keys(headers).filter((name) => name !== "connection");

/** Endpoints that ask who calls, or have a name in their path. */
const asked = endpointsWith((definition) => !definition.public || namesOf(definition).length > 0);

describe.each(asked)("$title", ({ handler }) => {
  const { definition } = handler;
  const { scope, anyToken, session, administrator } = definition;
  const names = namesOf(definition);
  const isPage = errorsOf(definition) === "page";

  if (scope || anyToken) {
    test.each(unknownTokens)("401: %s", async (_, authorization) => {
      const headers = { ...fromOurPage(), ...(authorization && { authorization }) };
      expectUnknown(await ask(handler, { params, headers }), definition, /^Bearer/);
    });

    test("the scheme Bearer is case-insensitive", async () => {
      const authorization = `bEARER ${owner.token}`;
      const { status } = await ask(handler, {
        params,
        headers: { authorization },
        query: nonsense,
        body: {},
      });
      expect(status).toBe(400);
    });

    test("a token with that scope alone is enough", async () => {
      const token = await aToken(owner.userId, { scopes: scope ? [scope] : ["view|read"] });
      const { status } = await ask(handler, { as: { token }, params, query: nonsense });
      expect(status).toBe(definition.body ? 415 : 400);
    });
  }

  if (scope) {
    test("401: a session is not accepted instead of a token", async () => {
      const answer = await ask(handler, { params, signedIn: await aSession(owner.userId) });
      expectUnknown(answer, definition, /^Bearer/);
    });

    test("403: a token without the scope", async () => {
      const token = await aToken(owner.userId, {
        scopes: allScopes.filter((each) => each !== scope && each !== definition.orScope),
      });
      const asked = { as: { token }, params, query: nonsense, body: {} };
      const { status, body, headers } = await ask(handler, asked);
      expect({ status, message: body.message, challenge: headers["www-authenticate"] }).toEqual({
        status: 403,
        message: `This token lacks the scope ${scope}`,
        challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
      });
    });
  }

  if (session) {
    test("401: no session", async () => {
      expectUnknown(await ask(handler, { params, headers: fromOurPage() }), definition, /./);
    });

    test.each(unknownSessions)("401: %s", async (_, cookie) => {
      expectUnknown(await ask(handler, { params, signedIn: { cookie } }), definition, /./);
    });
  }

  if (session && !anyToken)
    test("403: a token is not accepted instead of a session", async () => {
      const answer = await ask(handler, { params, as: owner, headers: fromOurPage() });
      expect(answer.status).toBe(403);
      expect(JSON.stringify(answer.body)).toContain("Access tokens cannot call this; sign in with a browser");
    });

  if (asksForOrigin(definition))
    test("403: a page of another origin", async () => {
      for (const origin of foreignOrigins) {
        const headers = { cookie: `auth_session=${(await aSession(owner.userId)).cookie}` };
        const asking = { params, body: exampleFor(definition.body, world) };
        const { host } = fromOurPage();
        const answer = await ask(handler, {
          ...asking,
          headers: { ...headers, host, ...(origin !== undefined && { origin }) },
        });
        expect({ origin, status: answer.status }).toEqual({ origin, status: 403 });
      }
    });

  if (isPlaced(definition)) {
    test("404: a non-member gets the same response as for a place that does not exist", async () => {
      const [outermost = ""] = names;
      const none = another(params[outermost] ?? "");
      const asking = { as: stranger, query: nonsense, body: {} };
      const there = await ask(handler, { ...asking, params });
      const nowhere = await ask(handler, { ...asking, params: { ...params, [outermost]: none } });
      const expected = JSON.stringify(nowhere.body).replaceAll(none, params[outermost] ?? "");
      expect({ status: there.status, body: JSON.stringify(there.body) }).toEqual({
        status: 404,
        body: expected,
      });
      expect(namesIn(there)).toEqual(namesIn(nowhere));
    });

    test("404: a token for other places gets the same response as a non-member", async () => {
      const reach = { spaceIds: [elsewhere.spaceId], baseIds: [elsewhere.baseId] };
      const as = { token: await aToken(owner.userId, { reach }) };
      const [own, foreign] = [
        await ask(handler, { as, params, body: {} }),
        await ask(handler, { as: stranger, params, body: {} }),
      ];
      expect({ status: own.status, body: own.body }).toEqual({ status: 404, body: foreign.body });
    });

    // a role on a base gives no access to its space
    if (!definition.path.includes("{spaceId}"))
      test("403: each role as in the access matrix", async () => {
        for (const { role, token } of members) {
          const { status } = await ask(handler, { as: { token }, params, query: nonsense, body: {} });
          // with access, the invalid request is refused with 400
          expect({ role, status }).toEqual({ role, status: roleMay(role, scope ?? "") ? 400 : 403 });
        }
      });
  }

  if (definition.public)
    test("any value in the path of a public endpoint: never 500", async () => {
      for (const name of names)
        for (const id of ["nope", "x".repeat(300), "\0", "%00", "🚀", " "]) {
          const { status } = await ask(handler, {
            ...(await entering(handler, owner)),
            params: { ...params, [name]: id },
            body: exampleFor(definition.body, world),
          });
          expect(status).toBeLessThan(500);
        }
    });
  else {
    // administrators may access what others have made
    if (names.length > 0 && !isPlaced(definition) && !administrator)
      test("404: what belongs to another user does not exist for the caller", async () => {
        const [name = ""] = names;
        const none = another(params[name] ?? "");
        const body = exampleFor(definition.body, world);
        const asked = async (id: string) =>
          ask(handler, {
            ...(await entering(handler, stranger)),
            params: { ...params, [name]: id },
            body,
          });
        const [there, nowhere] = [await asked(params[name] ?? ""), await asked(none)];
        expect(there.status).toBe(unknownStatus[name] ?? 404);
        if (isPage) return;
        const expected = JSON.stringify(nowhere.body).replaceAll(none, params[name] ?? "");
        expect({ status: nowhere.status, body: JSON.stringify(there.body) }).toEqual({
          status: there.status,
          body: expected,
        });
      });

    test.each(names)("404: {%s}: an invalid or unknown id", async (name) => {
      const none = another(params[name] ?? "");
      for (const id of ["nope", "x".repeat(300), "../x", "\0", "%00", "🚀", " ", none]) {
        // %2F may be decoded before routing: then the path is an unknown route, or one of other methods
        const isPath = id.includes("/");
        const { status, body } = await (isPath ? call : ask)(handler, {
          ...(await entering(handler, owner)),
          params: { ...params, [name]: id },
          body: exampleFor(definition.body, world),
        });
        const wanted = unknownStatus[name] ?? 404;
        expect(isPath ? [404, 405, wanted] : [wanted]).toContain(status);
        if (isPath || wanted !== 404 || isPage) continue;
        // messages do not repeat very long ids
        const isLong = id.length > Math.min(none.length, baseId.length);
        expect(body.message).toContain(isLong ? "with this id" : ` ${id}, or you`);
      }
    });
  }
});
