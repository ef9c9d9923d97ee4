import { scopePresets } from "#lib/access/scope-presets";
import { tokenEntries } from "#lib/accounts/log-account";
import { listOpenPlaces } from "#lib/accounts/open-places";
import { readReach } from "#lib/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { sealerFor } from "#lib/oauth/seal-token";
import { commandAddress } from "#lib/pages/account/hand-over";
import { madeTokenPage, newTokenPage } from "#lib/pages/account/new-token";
import { formFailure } from "#lib/pages/parts/form-failure";
import { invalid } from "#lib/schemas/basics/error";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { msPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import { TokenForm } from "#lib/schemas/identity/token-form";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/account/token",
    group: "account",
    summary: "Create a token with the page",
    description:
      "Returns a page that shows the token, only this once. With `port`, `state` and `key` it redirects to `http://127.0.0.1:{port}/` in place of it, with the token sealed for the key.",
    form: true,
    query: AnyQuery,
    body: TokenForm,
    response: page,
    failure: formFailure(async (shown, { call: { session } }) =>
      newTokenPage(shown, session?.user, session ? await listOpenPlaces(session.user.id) : []),
    ),
  },
  async ({ body: { name, days, handOver, ...chosen }, session: { user }, now }) => {
    const seal = handOver && sealerFor(handOver.key);
    if (handOver && !seal) throw invalid([{ path: "key", message: "is no X25519 public key" }]);
    const reach = chosen.reach === "all" ? null : await readReach(chosen, user.id);
    const scopes = chosen.may === "chosen" ? chosen.scopes : [...scopePresets[chosen.may]];
    const expiredTime = timeAfter(now, Number(days) * msPerDay);
    const grant = { userId: user.id, name, scopes, reach, expiredTime };
    const { token } = await tokens.create(grant, now, tokenEntries("token.created"));
    if (handOver && seal) return { location: commandAddress(handOver, { sealed: seal(token) }) };
    return madeTokenPage({ name, token, expiredTime });
  },
);
