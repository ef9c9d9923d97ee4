import * as z from "zod";
import * as grants from "#lib/data/oauth/grants";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { notFound } from "#lib/schemas/basics/error";
import { ClientId } from "#lib/schemas/basics/ids";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/account/application/{clientId}/revoke",
    group: "account",
    summary: "Revoke an application with the page",
    whileStopped: true,
    params: z.object({ clientId: ClientId }),
    response: page,
    failure: errorPage,
  },
  async ({ params: { clientId }, session: { user } }) => {
    if (!(await grants.revoke(user.id, clientId))) throw notFound("client", clientId);
    return { location: "/account?done=application" };
  },
);
