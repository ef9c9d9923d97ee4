/*
 * What an application asks a user for (RFC 6749, 4.1.1): read in two steps. Until it is known where the answer may go, what is wrong is shown
 * to the user; from then on the application is told.
 */
import type { ClientItem } from "#lib/data/oauth/clients";
import { invalid } from "#lib/schemas/basics/error";
import type { AuthorizationRequest } from "#lib/schemas/identity/oauth";
import type { ProtocolCode } from "./error.ts";
import { isChallenge } from "./pkce.ts";
import { isRegistered } from "./redirects.ts";

type Registered = Pick<ClientItem, "redirectUris" | "scopes" | "confidential">;
type Name = "response_type" | "client_id" | "redirect_uri" | "scope" | "state" | PkceName;
type PkceName = "code_challenge" | "code_challenge_method";
const names: readonly Name[] = [
  ...(["response_type", "client_id", "redirect_uri"] as const),
  ...(["scope", "state", "code_challenge", "code_challenge_method"] as const),
];

/** A parameter that the user hears of if it is wrong. Sent without a value it counts as left out (RFC 6749, 3.1). */
export function shownParameter(query: AuthorizationRequest, name: "client_id" | "redirect_uri") {
  const value = query[name];
  if (typeof value === "object") throw invalid([{ path: name, message: "must be sent once" }]);
  return value || undefined;
}

export interface Place {
  redirectUri: string;
  /** It was in the request, so whoever uses the code must name it too (RFC 6749, 4.1.3). */
  redirectUriSent: boolean;
  state?: string;
}

/** Where the answer goes; 400 for an address that is not registered. */
export function findRedirect(query: AuthorizationRequest, { redirectUris }: Registered): Place {
  const sent = shownParameter(query, "redirect_uri");
  const redirectUri = sent ?? redirectUris[0];
  if (redirectUri === undefined || (sent && !isRegistered(redirectUris, sent))) {
    const message =
      "is none that the application registered, so nothing is sent there; tell whoever made the application";
    throw invalid([{ path: "redirect_uri", message }]);
  }
  const { state } = query;
  return {
    redirectUri,
    redirectUriSent: sent !== undefined,
    ...(typeof state === "string" && { state }),
  };
}

export interface Refusal {
  error: ProtocolCode;
  description: string;
}
export interface Wanted {
  scopes: string[];
  codeChallenge?: string;
}

/** What the application wants, or what it is told. */
export function readRequest(query: AuthorizationRequest, client: Registered): Wanted | Refusal {
  const repeated = names.filter((name) => Array.isArray(query[name]));
  if (repeated.length > 0) return refusal("invalid_request", `Must be sent once: ${repeated.join(", ")}`);
  const one = (name: Name) => (query[name] as string | undefined) || undefined;

  if (!one("response_type")) return refusal("invalid_request", "response_type is missing");
  if (one("response_type") !== "code") return refusal("unsupported_response_type", "Only code is supported");

  const asked = scopesIn(one("scope"));
  const scopes = asked ?? client.scopes;
  if (!scopes.every((scope) => client.scopes.includes(scope)))
    return refusal(
      "invalid_scope",
      `The application may ask for these only: ${client.scopes.join(" ") || "none"}`,
    );

  const challenge = challengeOf(one("code_challenge"), one("code_challenge_method"), client);
  return "error" in challenge ? challenge : { scopes, ...challenge };
}

/** The scopes of a list separated by spaces, each once. */
export const scopesIn = (list: string | undefined): string[] | undefined => {
  const scopes = [...new Set(list?.split(" ").filter(Boolean))];
  return scopes.length > 0 ? scopes : undefined;
};

function challengeOf(
  challenge: string | undefined,
  method: string | undefined,
  { confidential }: Registered,
): { codeChallenge?: string } | Refusal {
  if (!challenge && method) return refusal("invalid_request", "code_challenge_method without code_challenge");
  if (!challenge)
    return confidential
      ? {}
      : refusal("invalid_request", "An application without a secret must send code_challenge (RFC 7636)");
  // what is left out means plain, which protects nothing that is seen on its way
  if (method !== "S256") return refusal("invalid_request", "code_challenge_method must be S256");
  if (!isChallenge(challenge))
    return refusal("invalid_request", "code_challenge must be 43 characters of base64url");
  return { codeChallenge: challenge };
}

const refusal = (error: ProtocolCode, description: string): Refusal => ({ error, description });
