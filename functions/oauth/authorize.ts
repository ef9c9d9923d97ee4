import { findClientAndGrant } from "#lib/data/oauth/client-and-grant";
import { page, publicEndpoint } from "#lib/http/endpoint";
import { answerAuthorization } from "#lib/oauth/answer-authorization";
import { getRedirectTarget, readShownParameter } from "#lib/oauth/authorization-request";
import { errorPage } from "#lib/pages/parts/error-page";
import { unknownClient } from "#lib/pages/sign-in/consent";
import { AppError } from "#lib/schemas/basics/error";
import { AuthorizationRequest } from "#lib/schemas/identity/oauth";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/oauth/authorize",
    summary: "Ask the user whether an application may do something for him",
    description:
      "RFC 6749, 4.1.1: a browser is sent here. Who is not signed in signs in first, then is asked, then goes to the redirect URI with a code or an error. Within seven days he is not asked again for the same, if the application has a secret.",
    optionalSession: true,
    query: AuthorizationRequest,
    response: page,
    failure: errorPage,
  },
  async ({ query, session, now }) => {
    const userId = session?.user.id;
    const { client, grant } = await findClientAndGrant(readShownParameter(query, "client_id"), userId);
    if (!client) return unknownClient();
    const target = getRedirectTarget(query, client);
    // before any redirect: otherwise a link to this service could lead to any address that anyone registers (RFC 9700, 4.11.2)
    if (!userId) throw new AppError("unauthorized", "Sign in first");
    return { location: await answerAuthorization(query, target, { userId, client, grant }, now) };
  },
);
