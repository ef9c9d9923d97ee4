import { scopePresets } from "#lib/access/scope-presets";
import { listOpenPlaces } from "#lib/data/accounts/open-places";
import { readReach } from "#lib/data/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { madeTokenPage, newTokenPage } from "#lib/pages/account/new-token";
import { formFailure } from "#lib/pages/parts/form-failure";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { msPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import { TokenForm } from "#lib/schemas/identity/token-form";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/account/token",
    summary: "Make a token with the page",
    description: "Answers a page that shows its text: there and never again.",
    form: true,
    query: AnyQuery,
    body: TokenForm,
    response: page,
    failure: formFailure(async (shown, { call: { session } }) =>
      newTokenPage(shown, session ? await listOpenPlaces(session.user.id) : []),
    ),
  },
  async ({ body: { name, days, ...chosen }, session: { user }, now }) => {
    const reach = chosen.reach === "all" ? null : await readReach(chosen, user.id);
    const scopes = chosen.may === "chosen" ? chosen.scopes : [...scopePresets[chosen.may]];
    const expiredTime = timeAfter(now, Number(days) * msPerDay);
    const { token } = await tokens.create({ userId: user.id, name, scopes, reach, expiredTime }, now);
    return madeTokenPage({ name, token, expiredTime });
  },
);
