/* The user's answer, once: the question goes in the commit that gives the consent and its code. */
import * as authorizations from "#lib/data/oauth/authorizations";
import * as grants from "#lib/data/oauth/grants";
import type { UserId } from "#lib/schemas/basics/ids";
import { commit, remove, retryOnConflict } from "#lib/store/commit";
import { type Question, questionOf } from "./question.ts";
import { addressFor } from "./redirects.ts";

/** Gives where the browser goes with it. */
export const answerQuestion = (
  { transaction_id, cancel }: { transaction_id: string; cancel: boolean },
  userId: UserId,
  now: string,
): Promise<string> =>
  retryOnConflict(async () => {
    const question = await questionOf(transaction_id, userId, now);
    return cancel ? deny(question) : allow(question, now);
  });

async function deny({ pending }: Question): Promise<string> {
  await commit([remove(pending)]);
  return addressFor(pending, { error: "access_denied", description: "The user said no" });
}

async function allow({ pending, client, scopes }: Question, now: string): Promise<string> {
  const { userId } = pending;
  const before = await grants.find(userId, client.clientId);
  const grant = grants.consentChange(before, { userId, client, scopes }, now);
  const given = { grant: grant.id, generation: client.generation };
  const code = authorizations.codeChanges({ ...pending, scopes }, given, now);
  await commit([remove(pending), grant.change, code.change]);
  return addressFor(pending, code);
}
