import * as authorizations from "#lib/data/oauth/authorizations";
import { type ClientItem, clientKey } from "#lib/data/oauth/clients";
import * as grants from "#lib/data/oauth/grants";
import { endpoint, page } from "#lib/http/endpoint";
import { findRedirect, readRequest, shownParameter } from "#lib/oauth/authorization-request";
import { addressFor } from "#lib/oauth/redirects";
import { errorPage } from "#lib/pages/parts/error-page";
import { unknownClient } from "#lib/pages/sign-in/consent";
import { AppError } from "#lib/schemas/basics/error";
import { ClientId, type UserId } from "#lib/schemas/basics/ids";
import { AuthorizationRequest } from "#lib/schemas/identity/oauth";
import { commit } from "#lib/store/commit";
import { getItems } from "#lib/store/store";

export const handler = endpoint(
  {
    method: "GET",
    path: "/oauth/authorize",
    summary: "Ask the user whether an application may do something for him",
    description:
      "RFC 6749, 4.1.1: a browser is sent here. Who is not signed in signs in first, then is asked, then goes to the redirect URI with a code or an error. Within seven days he is not asked again for the same, if the application has a secret.",
    public: true,
    maySession: true,
    query: AuthorizationRequest,
    response: page,
    failure: errorPage,
  },
  async ({ query, session, now }) => {
    const { client, grant } = await read(shownParameter(query, "client_id"), session?.user.id);
    if (!client) return unknownClient();
    const place = findRedirect(query, client);
    // before any redirect: else every address that somebody registers could be reached by a link to us (RFC 9700, 4.11.2)
    if (!session) throw new AppError("unauthorized", "Sign in first");
    const wanted = readRequest(query, client);
    if ("error" in wanted) return { location: addressFor(place, wanted) };

    const asked = { userId: session.user.id, clientId: client.clientId, ...place, ...wanted };
    if (!grants.covers(grant, client, wanted.scopes, now)) {
      const transactionId = await authorizations.createPending(asked, now);
      return { location: `/oauth/decision?${new URLSearchParams({ transaction_id: transactionId })}` };
    }
    const given = { grant: grant.id, generation: client.generation };
    const { code, change } = authorizations.codeChanges(asked, given, now);
    await commit([change]);
    return { location: addressFor(place, { code }) };
  },
);

async function read(id: string | undefined, userId: UserId | undefined) {
  const { data: clientId } = ClientId.safeParse(id);
  if (!clientId) return {};
  const keys = [clientKey(clientId), ...(userId ? [grants.grantKey(userId, clientId)] : [])];
  const found = await getItems(keys);
  return {
    client: found.find(({ entity }) => entity === "client") as ClientItem | undefined,
    grant: found.find(({ entity }) => entity === "grant") as grants.GrantItem | undefined,
  };
}
