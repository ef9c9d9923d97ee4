import { scopePresets } from "#lib/access/scope-presets";
import { listOpenPlaces } from "#lib/data/accounts/open-places";
import { readReach } from "#lib/data/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { endpoint, page } from "#lib/http/endpoint";
import { madeTokenPage, newTokenPage } from "#lib/pages/account/new-token";
import { formFailure } from "#lib/pages/parts/form-failure";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { TokenForm } from "#lib/schemas/identity/token-form";

const day = 24 * 3600 * 1000;

export const handler = endpoint(
  {
    method: "POST",
    path: "/account/token",
    summary: "Make a token with the page",
    description: "Answers a page that shows its text: there and never again.",
    session: true,
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
    const expiredTime = new Date(Date.parse(now) + Number(days) * day).toISOString();
    const { token } = await tokens.create({ userId: user.id, name, scopes, reach, expiredTime }, now);
    return madeTokenPage({ name, token, expiredTime });
  },
);
