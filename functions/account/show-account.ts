import * as z from "zod";
import { listAccountTokens } from "#lib/accounts/account-tokens";
import { listSessions } from "#lib/accounts/end-sessions";
import { showMe } from "#lib/data/identity/users";
import { listAuthorizedClients } from "#lib/data/oauth/authorized-clients";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { accountPage } from "#lib/pages/account/account";
import { errorPage } from "#lib/pages/parts/error-page";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/account",
    group: "account",
    summary: "Get the account page",
    description:
      "HTML for a browser: the user, their sessions and tokens, and the applications that they authorized.",
    query: z.looseObject({ done: z.string().optional().catch(undefined) }),
    response: page,
    failure: errorPage,
  },
  async ({ query: { done }, session, now }) => {
    const { user } = session;
    const [tokens, applications, sessions] = await Promise.all([
      listAccountTokens(user.id, now),
      listAuthorizedClients(user.id),
      listSessions(session, now),
    ]);
    return accountPage({
      me: { ...showMe(user), secondFactorTime: user.secondFactorTime },
      now,
      done,
      tokens,
      applications,
      sessions,
    });
  },
);
