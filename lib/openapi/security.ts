/* What opens an endpoint, as the document's security requirements and in words. */

import type { Definition } from "#lib/http/definition";
import { scopeWords } from "#lib/schemas/identity/scope-words";
import { appScopes } from "#lib/schemas/identity/scopes";
import type { Security } from "./shape.ts";

/** Each of the list is enough. */
export function securityOf({ scope, anyToken, session, maySession }: Definition): Security[] {
  const scopes = scope ? [scope] : [];
  const forApps = anyToken || (scope && appScopes.includes(scope));
  return [
    ...(scope || anyToken ? [{ bearer: scopes }] : []),
    ...(forApps ? [{ oauth2: scopes }] : []),
    ...(session || maySession ? [{ session: [] }] : []),
    ...(maySession ? [{}] : []),
  ];
}

/** Of an endpoint whose caller's role is not asked. */
export function openedBy({ method, anyToken, session, maySession, share }: Definition): string {
  const ours =
    method === "GET" ? "" : " The header `Origin` must be this service's own address, as browsers send it.";
  if (session && anyToken) return `Needs any token, or somebody who is signed in.${ours}`;
  if (anyToken) return "Needs any token.";
  if (session) return `Needs somebody who is signed in: no token opens it.${ours}`;
  const whom = share
    ? "everybody who has the address of the share, and its password where it has one"
    : "everybody";
  if (maySession) return `Open to ${whom}; who is signed in is known.${ours}`;
  return `Open to ${whom}: no token is needed.`;
}

export const securitySchemes = () => ({
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "gridless_acc…",
    description: "A personal access token. Each call names the scope that the token must have.",
  },
  oauth2: {
    type: "oauth2",
    description:
      "The access token of an application. More: [/.well-known/oauth-authorization-server](.well-known/oauth-authorization-server).",
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
    description: "The cookie of somebody who is signed in. A browser sends it by itself: nothing to fill in.",
  },
});
