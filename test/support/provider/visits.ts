/* What a browser does that signs in with the provider of aProvider(), without a browser. */
import { expect } from "vitest";
import { handler as showProvider } from "#functions/auth/show-provider";
import { handler as submitProvider } from "#functions/auth/submit-provider";
import { type Answer, call } from "#test/support/requests/call";
import { pageIn, submit } from "#test/support/requests/form";
import type { TestProvider } from "./provider.ts";

/** What the browser has. */
export interface Jar {
  /** The cookie of the attempt. */
  attempt?: string;
  /** The session. */
  cookie?: string;
}

const headersOf = ({ attempt, cookie }: Jar) => ({
  cookie: [attempt, cookie && `auth_session=${cookie}`].filter(Boolean).join("; "),
});

/** Goes to the provider; the cookie is in the jar afterwards. Gives the address there. */
export async function goToProvider(jar: Jar = {}, query: Record<string, string> = {}): Promise<string> {
  const answer = await call(showProvider, { query, headers: headersOf(jar) });
  expect(answer.status).toBe(302);
  jar.attempt = /^(?:__Host-)?provider_state=\w{43}/.exec(answer.cookies[0] ?? "")?.[0] ?? "";
  expect(jar.attempt).not.toBe("");
  return answer.headers["location"] ?? "";
}

/** Comes back from the provider. */
export const comeBack = (jar: Jar, query: Record<string, string>): Promise<Answer> =>
  call(showProvider, { query, headers: headersOf(jar) });

/** Goes there, agrees, and comes back. */
export async function visitProvider(
  provider: TestProvider,
  claims: Record<string, unknown>,
  {
    jar = {},
    query = {},
    forged,
  }: { jar?: Jar; query?: Record<string, string>; forged?: Parameters<TestProvider["agree"]>[2] } = {},
): Promise<Answer> {
  const location = await goToProvider(jar, query);
  return comeBack(jar, provider.agree(location, claims, forged));
}

/** The secret in a page that stands for the person. */
export const linkIn = (answer: Answer) => /name="link" value="(\w+)"/.exec(pageIn(answer))?.[1] ?? "";

/** Sends the form that links an account. */
export const proveWith = (link: string, password: string, query: Record<string, string> = {}) =>
  submit(submitProvider, { do: "link", link, password }, { query });
