/* npm start with a provider in its environment: the whole way over HTTP, as a browser without scripts goes it. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { anEmail } from "#test/support/makers/people";
import { clientSecret, openProvider } from "#test/support/provider/provider";
import { startServer } from "#test/support/requests/server";

test("a person signs in; the output has no secret and nothing of the person; a killed server goes on where it was", async () => {
  const data = temporaryFolder();
  const { provider, close } = await openProvider();
  const environment = {
    GRIDLESS_OIDC_ISSUER: provider.url,
    GRIDLESS_OIDC_CLIENT_ID: "gridless-test",
    GRIDLESS_OIDC_CLIENT_SECRET: clientSecret,
  };
  let server = await startServer(data.folder, environment);
  const outputs: string[] = [];
  const get = (path: string, cookie = "") =>
    fetch(server.dev.url + path, { redirect: "manual", headers: { cookie } });
  const claims = { sub: randomUUID(), email: anEmail(), email_verified: true };
  /** Goes to the provider and agrees; `between` happens while the person is there. */
  const signIn = async (between = async () => {}) => {
    const there = await get("/auth/provider?next=/account");
    const cookie = there.headers.getSetCookie()[0]?.split(";", 1)[0];
    const back = new URLSearchParams(provider.agree(there.headers.get("location") ?? "", claims));
    await between();
    const here = await get(`/auth/provider?${back}`, cookie);
    const [session = ""] = here.headers.getSetCookie();
    return { status: here.status, to: here.headers.get("location"), session: session.split(";", 1)[0] };
  };
  const idOf = async (session = "") => {
    const answer = await get("/auth/user/me", session);
    return answer.status === 200 ? ((await answer.json()) as { id: string }).id : answer.status;
  };
  try {
    const first = await signIn();
    expect(first).toMatchObject({ status: 302, to: "/account" });
    const id = await idOf(first.session);
    expect(id).toMatch(/^usr/);
    const port = new URL(server.dev.url).port;
    const second = await signIn(async () => {
      outputs.push(server.output());
      await server.stop("SIGKILL");
      server = await startServer(data.folder, { ...environment, PORT: port });
    });
    expect(await idOf(second.session)).toBe(id);
    expect(await idOf(first.session)).toBe(id);
    const printed = [...outputs, server.output()].join("\n");
    for (const secret of [clientSecret, claims.sub, claims.email]) expect(printed).not.toContain(secret);
  } finally {
    await server.stop("SIGTERM");
    await close();
    data.remove();
  }
});
