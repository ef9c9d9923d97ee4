import * as z from "zod";
import { listOpenPlaces } from "#lib/data/accounts/open-places";
import * as tokens from "#lib/data/identity/tokens";
import { showMe } from "#lib/data/identity/users";
import { listAuthorizedClients } from "#lib/data/oauth/authorized-clients";
import { endpoint, page } from "#lib/http/endpoint";
import { accountPage } from "#lib/pages/account/account";
import { errorPage } from "#lib/pages/parts/error-page";

export const handler = endpoint(
  {
    method: "GET",
    path: "/account",
    summary: "Get the page of one's account",
    description: "HTML for a browser: who one is, one's tokens, and the applications that one let in.",
    session: true,
    query: z.looseObject({ done: z.string().optional().catch(undefined) }),
    response: page,
    failure: errorPage,
  },
  async ({ query: { done }, session: { user }, now }) => {
    const [items, places, applications] = await Promise.all([
      tokens.listOf(user.id, now),
      listOpenPlaces(user.id),
      listAuthorizedClients(user.id),
    ]);
    const names = new Map(places.map(({ id, name }) => [id as string, name]));
    const namesOf = ({ spaceIds, baseIds }: tokens.Reach) =>
      [...spaceIds, ...baseIds].map((id) => names.get(id) ?? "a place that you cannot open any more");
    return accountPage({
      me: showMe(user),
      now,
      done,
      tokens: items.map(({ reach, ...token }) => ({
        ...token,
        places: reach ? namesOf(reach) : undefined,
      })),
      applications,
    });
  },
);
