import * as z from "zod";
import * as grants from "#lib/data/oauth/grants";
import { done, endpoint } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { ClientId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "GET",
    path: "/oauth/client/{clientId}/revoke-token",
    summary: "End what the caller authorized this OAuth application to do, with one of its own tokens",
    description:
      "Every token that it has for the caller ends at once, also the one it is called with. Not those of other people: a token stands for one of them, and must not end what another one decided. For all of them its maker calls revoke-access.",
    anyToken: true,
    params: z.object({ clientId: ClientId }),
    response: done,
  },
  async ({ params: { clientId }, principal: { userId, via } }) => {
    const isItsOwn = via.kind === "application" && via.clientId === clientId;
    if (!isItsOwn || !(await grants.revoke(userId, clientId))) throw notFound("client", clientId);
  },
);
