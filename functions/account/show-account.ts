import * as z from "zod";
import { listSessions } from "#lib/accounts/end-sessions";
import { readReachNames } from "#lib/accounts/reach-names";
import * as tokens from "#lib/data/identity/tokens";
import { showMe } from "#lib/data/identity/users";
import { listLog } from "#lib/data/spaces/access-log/list-log";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { listAuthorizedClients } from "#lib/oauth/authorized-clients";
import { findProvider } from "#lib/oidc/settings";
import { accountPage } from "#lib/pages/account/account";
import { errorPage } from "#lib/pages/parts/error-page";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/account",
    group: "account",
    summary: "Get the account page",
    description:
      "HTML for a browser: the user, their sessions and tokens, the applications that they authorized, and the latest 20 entries of their security log.",
    query: z.looseObject({ done: z.string().optional().catch(undefined) }),
    response: page,
    failure: errorPage,
  },
  async ({ query: { done }, session, now }) => {
    const { user } = session;
    const [items, authorized, nameReach, sessions, log] = await Promise.all([
      tokens.listOf(user.id, now),
      listAuthorizedClients(user.id, now),
      readReachNames(user.id),
      listSessions(session, now),
      listLog(user.id, { take: 20 }, now),
    ]);
    const provider = findProvider();
    const { identity } = user;
    return accountPage({
      provider: provider && {
        name: provider.name,
        linked: identity?.issuer === provider.issuer ? identity : undefined,
      },
      me: { ...showMe(user), secondFactorTime: user.secondFactorTime },
      now,
      done,
      tokens: items.map(({ reach, ...token }) => ({ ...token, places: nameReach(reach) })),
      applications: authorized.map(({ access, ...application }) => ({
        ...application,
        access: access.map(({ scopes, reach }) => ({ scopes, places: nameReach(reach) })),
      })),
      sessions,
      security: log.entries,
    });
  },
);
