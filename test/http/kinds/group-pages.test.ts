/* Pages that share a function of Lambda: its handler gives each request to the page of its route. */
import { afterEach, expect, test, vi } from "vitest";
import { handler as showSignIn } from "#functions/auth/show-sign-in";
import { handler as showSignUp } from "#functions/auth/show-sign-up";
import { handler as submitSignIn } from "#functions/auth/submit-sign-in";
import { handler as getStart } from "#functions/docs/get-start";
import { groupPages } from "#lib/http/kinds/group-pages";
import { contextOf } from "#lib/local/gateway/context";
import { eventOf } from "#lib/local/gateway/event";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("events of a group are made here");

const handler = groupPages({ showSignIn, showSignUp, submitSignIn, getStart });

/** The answer of the group, and the operation of its log line. */
async function ask(method: string, path: string, routeKey: string, url = path) {
  vi.stubEnv("GRIDLESS_OPERATION", "authPages");
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const event = eventOf(
    { method, url, headers: { accept: "text/html" }, body: Buffer.alloc(0) },
    { routeKey, pathParameters: {} },
  );
  const { statusCode, body = "", headers } = await handler(event, contextOf("test", "authPages"));
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  write.mockRestore();
  return { statusCode, body, headers, operations: lines.map(({ operation }) => operation) };
}

afterEach(() => vi.unstubAllEnvs());

test("each route has its own page, whose operation is in the log", async () => {
  const signIn = await ask("GET", "/auth/sign-in", "ANY /auth/sign-in");
  expect(signIn).toMatchObject({ statusCode: 200, operations: ["showSignIn"] });
  expect(signIn.body).toContain("<h1>Sign in");
  const signUp = await ask("GET", "/auth/sign-up", "ANY /auth/sign-up");
  expect(signUp).toMatchObject({ statusCode: 200, operations: ["showSignUp"] });
  expect(signUp.body).not.toBe(signIn.body);
  const start = await ask("GET", "/", "ANY /");
  expect(start).toMatchObject({ statusCode: 200, operations: ["getStart"] });
  expect(start.body).not.toBe(signIn.body);
});

test("who may call is decided by each page: a form needs the origin of this service, its page does not", async () => {
  const submitted = await ask("POST", "/auth/sign-in", "POST /auth/sign-in");
  expect(submitted).toMatchObject({ statusCode: 403, operations: ["submitSignIn"] });
});

test("a form has no route of its own where its page has one; other methods are those of the page", async () => {
  const submitted = await ask("POST", "/auth/sign-in", "ANY /auth/sign-in");
  expect(submitted).toMatchObject({ statusCode: 403, operations: ["submitSignIn"] });
  const put = await ask("PUT", "/auth/sign-in", "ANY /auth/sign-in");
  expect(put).toMatchObject({ statusCode: 405, operations: ["showSignIn"] });
});

test("a path below /api and HEAD arrive as with a function of its own", async () => {
  const below = await ask("GET", "/auth/sign-in", "ANY /auth/sign-in", "/api/auth/sign-in");
  expect(below).toMatchObject({ statusCode: 200, operations: ["showSignIn"] });
  const head = await ask("HEAD", "/auth/sign-in", "ANY /auth/sign-in");
  expect(head).toMatchObject({ statusCode: 200, body: "", operations: ["showSignIn"] });
});

test("404: the route of a page that is no more, while an update removes it", async () => {
  const gone = await ask("GET", "/auth/gone", "ANY /auth/gone");
  expect(gone.statusCode).toBe(404);
  expect(JSON.parse(gone.body)).toMatchObject({ code: "not_found" });
});
