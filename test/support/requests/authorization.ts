/* An application that is just asking somebody, that somebody let in, and that has tokens of his: all at once. */
import { handler as createClientSecret } from "#functions/oauth/create-client-secret";
import * as authorizations from "#lib/data/oauth/authorizations";
import * as clients from "#lib/data/oauth/clients";
import * as grants from "#lib/data/oauth/grants";
import { beginChanges, newFamily } from "#lib/data/oauth/oauth-tokens";
import { commit } from "#lib/store/commit";
import { anApplication } from "#test/support/makers/applications";
import type { Someone } from "#test/support/makers/makers";
import { call } from "./call.ts";

/** RFC 7636, appendix B. */
const codeVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

export async function anAuthorization(owner: Someone) {
  const now = new Date().toISOString();
  const { userId } = owner;
  const { clientId, redirectUris } = await anApplication(owner, { scopes: ["table|read", "record|read"] });
  const made = await call(createClientSecret, { as: owner, params: { clientId } });
  const client = await clients.find(clientId);
  if (!client) throw new Error(`there is no application ${clientId}`);

  const [redirectUri = ""] = redirectUris;
  const { scopes, generation } = client;
  const asked = { userId, clientId, redirectUri, redirectUriSent: true, scopes, codeChallenge };
  const transactionId = await authorizations.createPending(asked, now);
  const { id: grant, change } = grants.consentChange(undefined, { userId, client, scopes }, now);
  const { code, change: keeping } = authorizations.codeChanges(asked, { grant, generation }, now);
  const { pair, changes } = beginChanges({ userId, clientId, family: newFamily(), scopes, generation }, now);
  await commit([change, keeping, ...changes]);

  const credentials = { client_id: clientId, client_secret: made.body.secret as string };
  const { accessToken, refreshToken } = pair;
  return {
    clientId,
    secretId: made.body.id as string,
    transactionId,
    code,
    accessToken,
    refreshToken,
    clientSecret: credentials.client_secret,
    /** For the examples of bodies, see world.ts. */
    sent: {
      Decision: { transaction_id: transactionId },
      TokenRequest: {
        ...credentials,
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
        refresh_token: refreshToken,
      },
      TokenQuestion: { ...credentials, token: accessToken },
    },
  };
}
