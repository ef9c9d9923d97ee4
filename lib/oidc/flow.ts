/* A sign-in by the provider, from the button to the session: two requests of the browser, with the provider's pages between them. */
import { type NotAllowed, signInByIdentity, type ToProve } from "#lib/accounts/identity-sign-in";
import { attemptSeconds, beginAttempt, endAttempt } from "#lib/accounts/provider-attempts";
import type { SignedIn, Waiting } from "#lib/accounts/sign-in";
import type { SentFrom } from "#lib/accounts/visitor";
import { limitNetwork } from "#lib/data/identity/network";
import type { Session } from "#lib/data/identity/sessions";
import type { UserItem } from "#lib/data/identity/users";
import { unauthorized } from "#lib/schemas/basics/error";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { addressAtProvider, identify } from "./identify.ts";
import type { Failing } from "./provider-failed.ts";
import type { Provider } from "./settings.ts";

/**
 * The cookie of the browser that began. With https its name makes sure that this host has set it, and no other one of the domain: otherwise
 * another host could let a person come back as another person.
 */
const cookieName = () => (publicOrigin().startsWith("https:") ? "__Host-provider_state" : "provider_state");

/** The secret in the cookie, by what reads cookies; or `undefined`. */
export const readBrowser = (read: (name: string) => string | undefined) => read(cookieName());

/** Keeps the secret as long as a person has at the provider. */
export const keepBrowser = (browser: string, set: (start: string, seconds: number) => void) =>
  set(`${cookieName()}=${browser}; Path=/`, attemptSeconds);

/** Everyone of a company comes from one network, at the same hour. */
const ofNetwork = { rate: 1, burst: 50 };

interface Beginning {
  /** The path to open afterwards: one of this service. */
  next: string | undefined;
  /** To link the account of the session, or to sign in again. */
  purpose: "link" | "again" | undefined;
  session: Session | undefined;
  /** The secret in the cookie, if there is one. */
  browser: string | undefined;
  visitor: SentFrom;
}

/** The address at the provider, and the secret that the cookie must have. Throws 401 if a link is asked for without a session, 503, 429. */
export async function begin(
  provider: Provider,
  { next, purpose, session, browser, visitor }: Beginning,
  now: string,
): Promise<{ location: string; browser: string }> {
  if (purpose === "link" && !session) throw unauthorized("Sign in first", "Cookie");
  await limitNetwork("provider", visitor.sourceIp, ofNetwork);
  const again = purpose === "again";
  const linkTo = purpose === "link" ? session?.user.id : undefined;
  const attempt = await beginAttempt(
    browser,
    { ...(next && { next }), ...(linkTo && { linkTo }), ...(again && { again }) },
    now,
  );
  return { location: await addressAtProvider(provider, attempt.secrets, again), browser: attempt.browser };
}

interface Return {
  state: string;
  code: string | undefined;
  iss: string | undefined;
  error: string | undefined;
  browser: string | undefined;
  session: Session | undefined;
  visitor: SentFrom;
}

/** `next` is the path to open afterwards. */
export type Finished = (
  | (SignedIn | Waiting | ToProve | { linked: UserItem })
  | { problem: Failing | NotAllowed["refused"] }
) & { next?: string };

/** Throws 409 for an identity that is to be linked and is linked to another account, 503, 429. */
export async function finish(
  provider: Provider,
  { state, code, iss, error, browser, session, visitor }: Return,
  now: string,
): Promise<Finished> {
  const attempt = await endAttempt(state, browser, now);
  if (!attempt) return { problem: "stale" };
  const { linkTo, again, next } = attempt.purpose;
  const onward = next === undefined ? {} : { next };
  if (error !== undefined || code === undefined) return { problem: "denied", ...onward };
  // before the code is spent
  if (linkTo !== undefined && session?.user.id !== linkTo) return { problem: "user", ...onward };
  const identified = await identify(provider, { state, code, iss }, attempt.secrets, again ?? false);
  if ("problem" in identified) return { ...identified, ...onward };
  const arrival = { ...identified, next, linkTo, domains: provider.domains, visitor };
  const result = await signInByIdentity(arrival, now);
  return "refused" in result ? { problem: result.refused, ...onward } : { ...result, ...onward };
}
