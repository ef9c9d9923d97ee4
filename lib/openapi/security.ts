/* The credentials that endpoints need, as security requirements and as text. */

import type { Definition } from "#lib/http/definition";
import { scopeWords } from "#lib/schemas/identity/scope-words";
import { appScopes } from "#lib/schemas/identity/scopes";
import type { Security } from "./shape.ts";

/** The security requirements of an endpoint; one of them is sufficient. */
export function securityOf({ scope, anyToken, session, optionalSession }: Definition): Security[] {
  const scopes = scope ? [scope] : [];
  const forApps = anyToken || (scope && appScopes.includes(scope));
  return [
    ...(scope || anyToken ? [{ bearer: scopes }] : []),
    ...(forApps ? [{ oauth2: scopes }] : []),
    ...(session || optionalSession ? [{ session: [] }] : []),
    ...(optionalSession ? [{}] : []),
  ];
}

/** Which callers an endpoint without a scope accepts, as text. */
export function openedBy({
  method,
  anyToken,
  session,
  optionalSession,
  programs,
  share,
}: Definition): string {
  const ours =
    method === "GET" ? "" : " The header `Origin` must be the address of this service, as browsers send it.";
  if (session && anyToken) return `Needs any access token, or a signed-in user.${ours}`;
  if (anyToken) return "Needs any access token.";
  if (session) return `Needs a signed-in user; access tokens cannot call this.${ours}`;
  const whom = share
    ? "everyone who has the address of the share and, if it has one, its password"
    : "everyone";
  if (programs)
    return `Open to ${whom}; a session is recognized. With a session cookie, the header \`Origin\` must be the address of this service.`;
  if (optionalSession) return `Open to ${whom}; a session is recognized.${ours}`;
  return `Open to ${whom}: no token is needed.`;
}

/** The security schemes of the document. */
export const securitySchemes = () => ({
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "gridless_acc…",
    description: "A personal access token. Each call says which scope the token needs.",
  },
  oauth2: {
    type: "oauth2",
    description:
      "The access token of an OAuth application. Metadata: [/.well-known/oauth-authorization-server](.well-known/oauth-authorization-server).",
    flows: {
      authorizationCode: {
        authorizationUrl: "/oauth/authorize",
        tokenUrl: "/oauth/access_token",
        refreshUrl: "/oauth/access_token",
        scopes: Object.fromEntries(appScopes.map((scope) => [scope, scopeWords[scope]])),
      },
    },
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "auth_session",
    description: "The session cookie of a signed-in user. Browsers send it automatically; leave this empty.",
  },
});
