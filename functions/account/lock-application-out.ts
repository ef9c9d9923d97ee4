import * as z from "zod";
import * as grants from "#lib/data/oauth/grants";
import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { notFound } from "#lib/schemas/basics/error";
import { ClientId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "POST",
    path: "/account/application/{clientId}/revoke",
    summary: "End with the page what one let an application do",
    session: true,
    params: z.object({ clientId: ClientId }),
    response: page,
    failure: errorPage,
  },
  async ({ params: { clientId }, session: { user } }) => {
    if (!(await grants.revoke(user.id, clientId))) throw notFound("client", clientId);
    return { location: "/account?done=application" };
  },
);
