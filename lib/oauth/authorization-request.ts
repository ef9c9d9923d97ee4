/*
 * What an application asks a user for (RFC 6749, 4.1.1), read in two steps. Until the redirect URI is known to be valid, errors are shown to
 * the user; from then on they are sent to the application.
 */
import type { ClientItem } from "#lib/data/oauth/clients";
import type { TokenResource } from "#lib/data/oauth/oauth-tokens";
import { invalid } from "#lib/schemas/basics/error";
import type { AuthorizationRequest } from "#lib/schemas/identity/oauth";
import { OAuthError, type ProtocolCode } from "./oauth-error.ts";
import { isChallenge } from "./pkce.ts";
import { isRegistered } from "./redirects.ts";
import { readResource } from "./resource.ts";

type RegisteredClient = Pick<ClientItem, "redirectUris" | "scopes" | "confidential" | "unverified">;
type Name = "response_type" | "client_id" | "redirect_uri" | "scope" | "state" | PkceName;
type PkceName = "code_challenge" | "code_challenge_method";
const names: readonly Name[] = [
  ...(["response_type", "client_id", "redirect_uri"] as const),
  ...(["scope", "state", "code_challenge", "code_challenge_method"] as const),
];

/**
 * A parameter whose errors are shown to the user: throws 400 if it was sent more than once. `undefined` if it is missing or
 * empty (RFC 6749, 3.1).
 */
export function readShownParameter(query: AuthorizationRequest, name: "client_id" | "redirect_uri") {
  const value = query[name];
  if (typeof value === "object") throw invalid([{ path: name, message: "must be sent once" }]);
  return value || undefined;
}

/** Where the answer goes. */
export interface RedirectTarget {
  redirectUri: string;
  /** Whether the request named it. The request that uses the code must then name it too (RFC 6749, 4.1.3). */
  redirectUriSent: boolean;
  state?: string;
}

/** The redirect URI of the request, or the only registered one. Throws 400 if it is not registered, or missing where there are several. */
export function getRedirectTarget(
  query: AuthorizationRequest,
  { redirectUris }: RegisteredClient,
): RedirectTarget {
  const sent = readShownParameter(query, "redirect_uri");
  // the application must say which of several it means (RFC 6749, 3.1.2.3)
  if (sent === undefined && redirectUris.length > 1) {
    const message =
      "is missing (invalid_request): the application has several redirect URIs; tell its makers";
    throw new OAuthError("invalid_request", `redirect_uri ${message}`);
  }
  const redirectUri = sent ?? redirectUris[0];
  if (redirectUri === undefined || (sent && !isRegistered(redirectUris, sent))) {
    const message = "is not a redirect URI of this application; tell the makers of the application";
    throw invalid([{ path: "redirect_uri", message }]);
  }
  const { state } = query;
  return {
    redirectUri,
    redirectUriSent: sent !== undefined,
    ...(typeof state === "string" && { state }),
  };
}

/** An error that is sent to the application (RFC 6749, 4.1.2.1). */
export interface RequestError {
  error: ProtocolCode;
  description: string;
}
/** What a valid request asks for. */
export interface RequestedAccess {
  scopes: string[];
  codeChallenge?: string;
  resource?: TokenResource;
}

/** What the application asks for, or the error that it gets. */
export function parseRequest(
  query: AuthorizationRequest,
  client: RegisteredClient,
): RequestedAccess | RequestError {
  const repeated = names.filter((name) => Array.isArray(query[name]));
  if (repeated.length > 0) return refusal("invalid_request", `Must be sent once: ${repeated.join(", ")}`);
  const parameter = (name: Name) => (query[name] as string | undefined) || undefined;

  if (!parameter("response_type")) return refusal("invalid_request", "response_type is missing");
  if (parameter("response_type") !== "code")
    return refusal("unsupported_response_type", "Only code is supported");

  const target = parseResource(query.resource, client);
  const asked = parseScopes(parameter("scope")) ?? client.scopes;
  // one that knows us by our metadata alone asks for what others have too, such as offline_access; clients of the tools for all that a 401 names
  const takesLess = client.unverified || ("resource" in target && target.resource === "tools");
  const scopes = takesLess ? asked.filter((scope) => client.scopes.includes(scope)) : asked;
  const isNothingLeft = asked.length > 0 && scopes.length === 0;
  if (isNothingLeft || !scopes.every((scope) => client.scopes.includes(scope)))
    return refusal(
      "invalid_scope",
      `The application may ask for these only: ${client.scopes.join(" ") || "none"}`,
    );

  const challenge = parseChallenge(parameter("code_challenge"), parameter("code_challenge_method"), client);
  if ("error" in challenge) return challenge;
  return "error" in target ? target : { scopes, ...challenge, ...target };
}

/** Several resources are an error of their own (RFC 8707, 2), unlike other parameters that are repeated. */
function parseResource(
  sent: AuthorizationRequest["resource"],
  { unverified }: RegisteredClient,
): { resource?: TokenResource } | RequestError {
  try {
    const resource = readResource(sent) ?? (unverified && "tools");
    return resource ? { resource } : {};
  } catch (error) {
    if (error instanceof OAuthError) return refusal(error.error, error.message);
    throw error;
  }
}

/** The scopes of a list separated by spaces, each once (RFC 6749, 3.3); `undefined` if there are none. */
export const parseScopes = (list: string | undefined): string[] | undefined => {
  const scopes = [...new Set(list?.split(" ").filter(Boolean))];
  return scopes.length > 0 ? scopes : undefined;
};

function parseChallenge(
  challenge: string | undefined,
  method: string | undefined,
  { confidential }: RegisteredClient,
): { codeChallenge?: string } | RequestError {
  if (!challenge && method) return refusal("invalid_request", "code_challenge_method without code_challenge");
  if (!challenge)
    return confidential
      ? {}
      : refusal("invalid_request", "An application without a secret must send code_challenge (RFC 7636)");
  // without a method it is plain (RFC 7636, 4.3), which does not protect against a request that is observed
  if (method !== "S256") return refusal("invalid_request", "code_challenge_method must be S256");
  if (!isChallenge(challenge))
    return refusal("invalid_request", "code_challenge must be 43 characters of base64url");
  return { codeChallenge: challenge };
}

const refusal = (error: ProtocolCode, description: string): RequestError => ({ error, description });
