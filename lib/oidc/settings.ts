/*
 * The outside provider of OpenID Connect with which people may sign in, as the deployment names it. Deployed, the variables are constants in
 * the bundles (lib/stack/bundles/constants.ts): without an issuer, no function has code that calls one.
 */
import { targetOf } from "#lib/outgoing/target";
import { AppError } from "#lib/schemas/basics/error";

export interface Provider {
  /** Compared exactly with what the provider says of itself. */
  issuer: string;
  clientId: string;
  /** What people call it. */
  name: string;
  /** Domains of verified addresses that may sign up without an invitation; in lower case. */
  domains: string[];
}

/** The provider, or `undefined` if none is set. */
export function findProvider(): Provider | undefined {
  const issuer = process.env["GRIDLESS_OIDC_ISSUER"];
  if (!issuer) return undefined;
  return {
    issuer,
    clientId: process.env["GRIDLESS_OIDC_CLIENT_ID"] ?? "",
    name: process.env["GRIDLESS_OIDC_NAME"] || new URL(issuer).hostname,
    domains: domainsIn(process.env["GRIDLESS_OIDC_DOMAINS"] ?? ""),
  };
}

/** What people call the provider, or `undefined` if none is set. */
export const providerName = (): string | undefined => findProvider()?.name;

/** What is wrong with the address of an issuer; `mayOwn`: it may be on this machine. */
export function issuerProblem(issuer: string, mayOwn: boolean): string | undefined {
  const target = targetOf(issuer, mayOwn);
  if (typeof target === "string") return target;
  return /[?#\s]/.test(issuer) ? "must not have a query (?…), a fragment (#…) or spaces" : undefined;
}

/** The 404 of the pages of signing in with a provider, where none is set. */
export const noProvider = () => new AppError("not_found", "This service has no provider to sign in with");

const domain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** What is wrong with a list of domains, separated by commas. */
export function domainsProblem(text: string): string | undefined {
  const wrong = domainsIn(text).find((each) => !domain.test(each));
  return wrong === undefined
    ? undefined
    : `must be domains of e-mail addresses, such as example.org, separated by commas, not ${JSON.stringify(wrong)}`;
}

const domainsIn = (text: string) =>
  text
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);

/** The longest name that fits on the button. */
export const longestName = 50;
