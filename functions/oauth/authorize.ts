import { page, publicEndpoint } from "#lib/http/endpoint";
import { answerAuthorization } from "#lib/oauth/answer-authorization";
import { getRedirectTarget, readShownParameter } from "#lib/oauth/authorization-request";
import { findClientAndGrant } from "#lib/oauth/find-client";
import { errorPage } from "#lib/pages/parts/error-page";
import { unknownClient } from "#lib/pages/sign-in/consent";
import { AppError } from "#lib/schemas/basics/error";
import { AuthorizationRequest } from "#lib/schemas/identity/oauth";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/oauth/authorize",
    group: "oauth",
    summary: "Ask the user to authorize an application",
    description:
      "RFC 6749, 4.1.1: the application sends the browser here. A user who is not signed in signs in first. The user is asked for consent, then redirected to the redirect URI with a code or an error. An unknown redirect URI never redirects: the error is shown as a page. The id may be the https address of a document that describes the application (`client_id_metadata_document_supported`). If the application has a secret, the user is not asked again for the same scopes within seven days.",
    optionalSession: true,
    query: AuthorizationRequest,
    response: page,
    failure: errorPage,
  },
  async ({ query, session, now }) => {
    const userId = session?.user.id;
    const { client, grant } = await findClientAndGrant(readShownParameter(query, "client_id"), userId, now);
    if (!client) return unknownClient();
    const target = getRedirectTarget(query, client);
    // before any redirect: otherwise a link to this service could lead to any address that someone has registered (RFC 9700, 4.11.2)
    if (!userId) throw new AppError("unauthorized", "Sign in first");
    return { location: await answerAuthorization(query, target, { userId, client, grant }, now) };
  },
);
