/*
 * The access matrix is true: each line is what the endpoint and the roles say, and each endpoint, called by every kind of caller,
 * answers as its line says. What is expected follows from the line alone. Of lines that say the same one, another each time, is asked by
 * everybody with everything; the others by each person and each kind of token, but not by each with each.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handler as getTable } from "#functions/table/get-table";
import { handler as orderTable } from "#functions/table/order-table";
import { roleMay } from "#lib/access/roles";
import { sessionScopes } from "#lib/access/session-scopes";
import { leaveChanges, type MemberItem, memberKey, roleChanges } from "#lib/data/spaces/members";
import { opensToPages } from "#lib/http/authenticate";
import type { Definition } from "#lib/http/definition";
import { type AccessRow, accessMatrix } from "#lib/openapi/access-matrix";
import { errorsOf, takesAnyQuery } from "#lib/openapi/failures";
import { roles } from "#lib/schemas/basics/role";
import { appScopes, type Scope } from "#lib/schemas/identity/scopes";
import { commit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { exampleFor, queryFor } from "#test/support/makers/world";
import { type Answer, type Asking, call } from "#test/support/requests/call";
import { type Caller, type Crowd, callersOf, theCrowd } from "#test/support/requests/callers";
import { revoke } from "#test/support/requests/credentials";
import { endpointsWith, nonsense, type Titled } from "#test/support/requests/each-endpoint";
import { chance } from "#test/support/run/chance";
import { everyOf } from "#test/support/run/sample";
import { inProcessOnly } from "#test/support/run/target";

const endpoints = endpointsWith(() => true);
const rows = endpoints.flatMap((endpoint) => {
  const row = accessMatrix.find(({ operation }) => operation === endpoint.operation);
  return row ? [{ ...endpoint, row }] : [];
});

/** The line that a definition would have. */
function rowOf({ area, operation, handler: { definition } }: Titled): AccessRow {
  const { scope, anyToken, asResource, session, optionalSession, path, spaceOf, placeIn } = definition;
  const isPublic = definition.public === true;
  const askedAt =
    (/\{(base|table)Id\}/.test(path) || placeIn) && scope
      ? "base"
      : (path.includes("{spaceId}") && scope) || spaceOf
        ? "space"
        : isPublic
          ? "-"
          : definition.administrator
            ? "admin"
            : "own";
  const isPlaced = askedAt === "base" || askedAt === "space";
  const may = roles.filter((role) => isPlaced && scope && roleMay(role, scope));
  const isForApps = anyToken || (scope && appScopes.includes(scope));
  return {
    area,
    operation,
    openedBy: isPublic
      ? optionalSession
        ? "visitor"
        : "everybody"
      : session
        ? anyToken
          ? "either"
          : "session"
        : "token",
    scope: scope ?? (anyToken ? "any" : "-"),
    askedAt,
    atLeast: may.at(-1) ?? "-",
    apps: asResource ? "named" : scope || anyToken ? (isForApps ? "yes" : "no") : "-",
    pages: scope ? (opensToPages(definition) ? "yes" : "no") : "-",
  };
}

describe("each line is what the code says", () => {
  test("every operation has one, under its area; there is none of something else, and none twice", () => {
    const lineOf = (row: AccessRow) =>
      [row.operation, row.openedBy, row.scope, row.askedAt, row.atLeast, row.apps, row.pages].join("  ");
    const missing = endpoints
      .filter(({ operation }) => !accessMatrix.some((row) => row.operation === operation))
      .map((each) => `${each.area}: ${lineOf(rowOf(each))}`);
    expect(missing, "think who may, and add to the matrix in lib/openapi/access-matrix.ts").toEqual([]);
    const names = accessMatrix.map(({ area, operation }) => `${area} ${operation}`);
    const known = endpoints.map(({ area, operation }) => `${area} ${operation}`);
    expect(
      names.filter((name) => !known.includes(name)),
      "no such endpoint, or in another area",
    ).toEqual([]);
    expect(names.length).toBe(new Set(names).size);
  });

  test.each(rows)("$operation", ({ row, ...endpoint }) => {
    const { extraScope, ...line } = row;
    expect(line).toEqual(rowOf(endpoint));
    const { scopesOf, tokenScope } = endpoint.handler.definition;
    const asMuch = { enableShare: true, views: [{ enableShare: true }], upsert: { fieldKeys: [] } };
    const aboutAnother = {
      query: { userId: "one" },
      caller: { userId: "another" },
      params: { trashId: "trsb" },
    };
    const extra = [...(scopesOf?.(asMuch as never, aboutAnother as never) ?? []), tokenScope];
    expect([...new Set(extra)].filter(Boolean)).toEqual(extraScope ? [extraScope] : []);
  });

  test.each(rows.filter(({ row }) => row.atLeast !== "-"))(
    "$operation: the lowest role and all above it may, and none below it",
    ({ row }) => {
      const lowest = roles.indexOf(row.atLeast as (typeof roles)[number]);
      const may = roles.filter((role) => roleMay(role, row.scope));
      expect(may).toEqual(roles.slice(0, lowest + 1));
    },
  );
});

/** What the session of a page can do. */
const ofPages = {
  kind: "personal",
  has: (scope: string) => sessionScopes.includes(scope as Scope),
  reaches: () => true,
} as const;

type Verdict = "in" | 401 | 403 | 404;

/** What a line says to a caller. */
function verdict(row: AccessRow, caller: Caller, definition: Definition): Verdict {
  const { method, spaceOf, programs, orScope } = definition;
  const { session } = caller;
  const fromElsewhere = method !== "GET" && !caller.fromOurPage;
  const isPage = row.pages === "yes" && caller.isScript && !caller.token;
  const token = isPage ? { ...ofPages, good: session === "good" } : caller.token;
  if (row.openedBy === "everybody") return "in";
  if (row.openedBy === "visitor") return fromElsewhere && (session || !programs) ? 403 : "in";
  if (row.openedBy === "session" || (row.openedBy === "either" && !token)) {
    if (session ? fromElsewhere : token) return 403;
    return session === "good" ? "in" : 401;
  }
  if (isPage && fromElsewhere) return 403;
  if (token?.good !== true) return 401;
  if (token.kind === "application" && !isOfResource(token, row)) return 401;
  if (row.openedBy === "either" || row.scope === "any") return "in";

  const isForApps = row.apps === "yes";
  const hasScope = token.has(row.scope) || (orScope !== undefined && token.has(orScope));
  const mayScope = hasScope && (token.kind === "personal" || isForApps);
  if (row.askedAt === "admin") return mayScope && caller.isAdministrator ? "in" : 403;
  if (row.askedAt === "own" || row.askedAt === "-") return mayScope ? "in" : 403;
  const role = token.reaches(row.askedAt) ? caller.roleAt(row.askedAt) : undefined;
  const mayRole = role && roles.indexOf(role) <= roles.indexOf(row.atLeast as typeof role);
  // what only the body names is looked for after the scope
  const mayExtra = !row.extraScope || token.has(row.extraScope);
  if (spaceOf && !(mayScope && mayExtra)) return 403;
  if (!role) return 404;
  return mayScope && mayRole ? "in" : 403;
}

/** Whether the token of an application is for this endpoint. */
const isOfResource = ({ resource }: NonNullable<Caller["token"]>, { apps }: AccessRow) =>
  apps === "named" ? resource !== undefined : resource !== "tools";

/** A question that is wrong, so that who may ask it hears so, and nothing is done. */
function wrongQuestion(definition: Definition, isLoose: boolean, crowd: Crowd): Asking {
  const { body, spaceOf, placeIn } = definition;
  // whether he may is known only once the body is right: a base more does no harm
  if (spaceOf) return { body: exampleFor(body, crowd.world) };
  if (!isLoose)
    return {
      query: { ...(placeIn && queryFor(definition, crowd.world)), ...nonsense },
      ...(body && { body: {} }),
    };
  return body ? { body: "nope", headers: { "content-type": "text/plain" } } : {};
}

/** What an answer says. */
function verdictOf(
  { status, headers, body }: Answer,
  { failure }: Definition,
  row: AccessRow,
): Verdict | number {
  const isSentToSignIn =
    status === 302 && failure !== undefined && headers["location"]?.startsWith("/auth/sign-in?");
  if (row.openedBy === "everybody" || row.openedBy === "visitor")
    return status === 403 || status >= 500 ? status : "in";
  if (isSentToSignIn) return 401;
  // what the body names besides is looked for after all that
  if (status === 404 && body?.data?.issues) return "in";
  return [401, 403, 404].includes(status) || status >= 500 ? status : "in";
}

describe("each kind of caller is answered as the line says", () => {
  inProcessOnly("thousands of calls; the deployed stack is asked by test/every-endpoint");
  let crowd: Crowd;
  let combinations = 0;
  let untrue = 0;
  beforeAll(async () => {
    crowd = await theCrowd();
  });
  afterAll(() => {
    if (combinations === 0) return;
    const verdict = untrue === 0 ? "none open that the table closes" : `${untrue} NOT AS THE TABLE SAYS`;
    process.stdout.write(
      `access matrix: ${combinations} combinations of ${rows.length} endpoints (${chosen.length} with all), ${verdict}\n`,
    );
  });

  /** What is decided about callers depends on nothing else. */
  const kindOf = ({ openedBy, askedAt, atLeast, apps, pages }: AccessRow) =>
    [openedBy, askedAt, atLeast, apps, pages].join();
  const chosen = [...Map.groupBy(rows, ({ row }) => kindOf(row)).values()].map(
    (alike) => alike[Math.floor(chance() * alike.length)],
  );

  test.each(rows)("$operation", async ({ row, handler, operation }) => {
    const { definition } = handler;
    const place = rows.findIndex((each) => each.operation === operation);
    const isChosen = chosen.some((each) => each?.operation === operation);
    const few = <Each>(all: Each[], i: number) => everyOf(all, 3, place + i);
    const isLoose = takesAnyQuery(definition);
    const question = wrongQuestion(definition, isLoose, crowd);
    const callers = await callersOf(row, crowd, isChosen ? undefined : few);
    const wrong: string[] = [];
    const seen = new Set<string | number>();
    const askAs = async (caller: Caller) => {
      const headers = { ...question.headers, ...caller.headers };
      const answer = await call(handler, { ...question, params: crowd.world.params, headers });
      const [wanted, found] = [verdict(row, caller, definition), verdictOf(answer, definition, row)];
      combinations++;
      seen.add(found);
      if (found !== wanted) wrong.push(`${caller.name}: ${wanted}, was ${answer.status}`);
      else if (wanted === "in") expectAsked(answer, definition, isLoose, caller);
    };
    for (let i = 0; i < callers.length; i += 16) await Promise.all(callers.slice(i, i + 16).map(askAs));
    untrue += wrong.length;
    expect(wrong).toEqual([]);
    // a test that only ever saw one side would say nothing
    if (row.openedBy !== "everybody") expect(seen).toContain("in");
    if (["token", "session", "either"].includes(row.openedBy)) expect(seen).toContain(401);
    if (row.askedAt === "base" || row.askedAt === "space") expect(seen).toContain(404);
    if (row.openedBy === "token" && row.scope !== "any") expect(seen).toContain(403);
  });

  /** Who may ask hears what is wrong with the question. */
  function expectAsked(
    { status, body }: Answer,
    definition: Definition,
    isLoose: boolean,
    { name }: Caller,
  ): void {
    // a file in the body is one of the owner's
    if (definition.spaceOf && status === 404 && body.data.issues) return;
    if (definition.spaceOf) expect({ name, status }).toEqual({ name, status: 201 });
    else if (!isLoose) expect({ name, status }).toEqual({ name, status: 400 });
    else if (definition.body)
      expect({ name, status }).toEqual({ name, status: errorsOf(definition) === "protocol" ? 400 : 415 });
    else expect(status).toBeLessThan(500);
  }
});

describe("what is taken away is gone at the next request", () => {
  test("a token that is revoked", async () => {
    const { owner, baseId, tableId } = await aTable();
    const token = await aToken(owner.userId);
    const status = async () => (await call(getTable, { as: { token }, params: { baseId, tableId } })).status;
    expect(await status()).toBe(200);
    await revoke(token);
    expect(await status()).toBe(401);
  });

  test("a role that is lowered, then a member who is removed", async () => {
    const { baseId, tableId } = await aTable();
    const member = await aMember(baseId, "creator");
    const as = { token: await aToken(member.userId) };
    const params = { baseId, tableId };
    const item = async () =>
      (await getItem<MemberItem>(memberKey(`BASE#${baseId}`, member.userId))) as MemberItem;
    const statuses = async () => [
      (await call(getTable, { as, params })).status,
      (await call(orderTable, { as, params, body: {}, query: nonsense })).status,
    ];
    expect(await statuses()).toEqual([200, 400]);
    await commit(roleChanges(await item(), "viewer"));
    expect(await statuses()).toEqual([200, 403]);
    await commit(leaveChanges(await item()));
    expect(await statuses()).toEqual([404, 404]);
  });
});
