/* The user's answer to a consent question, once: the question is removed in the commit that creates the grant and its code. */
import * as authorizations from "#lib/data/oauth/authorizations";
import * as grants from "#lib/data/oauth/grants";
import type { UserId } from "#lib/schemas/basics/ids";
import { commit, remove, retryOnConflict } from "#lib/store/commit";
import { type ConsentQuestion, getConsentQuestion } from "./consent-question.ts";
import { buildRedirect } from "./redirects.ts";

/** Gives the address that the browser goes to with the answer. Throws 400 if the question is not open. */
export const answerConsent = (
  { transaction_id, cancel }: { transaction_id: string; cancel: boolean },
  userId: UserId,
  now: string,
): Promise<string> =>
  retryOnConflict(async () => {
    const question = await getConsentQuestion(transaction_id, userId, now);
    return cancel ? deny(question) : allow(question, now);
  });

async function deny({ pending }: ConsentQuestion): Promise<string> {
  await commit([remove(pending)]);
  return buildRedirect(pending, { error: "access_denied", description: "The user said no" });
}

async function allow({ pending, client, scopes }: ConsentQuestion, now: string): Promise<string> {
  const { userId } = pending;
  const before = await grants.find(userId, client.clientId);
  const grant = grants.consentChange(before, { userId, client, scopes }, now);
  const given = { grant: grant.id, generation: client.generation };
  const code = authorizations.codeChanges({ ...pending, scopes }, given, now);
  await commit([remove(pending), grant.change, code.change]);
  return buildRedirect(pending, code);
}
