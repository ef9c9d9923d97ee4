/* The user's answer to a consent question, once: the question is removed in the commit that creates the grant and its code. */
import { readReach } from "#lib/accounts/token-reach";
import type { Reach } from "#lib/data/identity/tokens";
import * as authorizations from "#lib/data/oauth/authorizations";
import * as grants from "#lib/data/oauth/grants";
import { reachEntries } from "#lib/data/spaces/access-log/log-reach";
import { invalid } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import type { Decision } from "#lib/schemas/identity/oauth";
import { readingOf } from "#lib/schemas/identity/scopes";
import { commit, remove, retryOnConflict } from "#lib/store/commit";
import { type ConsentQuestion, getConsentQuestion } from "./consent-question.ts";
import { buildRedirect } from "./redirects.ts";

/** Gives the address that the browser goes to with the answer. Throws 400 if the question is not open, or if the answer lacks a choice. */
export const answerConsent = (decision: Decision, userId: UserId, now: string): Promise<string> =>
  retryOnConflict(async () => {
    const question = await getConsentQuestion(decision.transaction_id, userId, now);
    return decision.cancel ? deny(question) : allow(question, decision, now);
  });

async function deny({ pending }: ConsentQuestion): Promise<string> {
  await commit([remove(pending)]);
  return buildRedirect(pending, { error: "access_denied", description: "The user said no" });
}

async function allow(question: ConsentQuestion, decision: Decision, now: string): Promise<string> {
  const { pending, client } = question;
  const { userId } = pending;
  const { scopes, reach } = await readChoice(question, decision);
  const before = await grants.find(userId, client.clientId);
  const grant = grants.consentChange(before, { userId, client, scopes }, now);
  const given = { grant: grant.id, generation: client.generation };
  const allowed = { ...pending, scopes, ...(reach && { reach }) };
  const code = authorizations.codeChanges(allowed, given, now);
  const { clientId, name } = client;
  const entries = await reachEntries("application.allowed", {
    userId,
    subject: { type: "application", id: clientId, name },
    after: { scopes, reach: reach ?? null },
  });
  await commit([remove(pending), grant.change, code.change, ...entries]);
  return buildRedirect(pending, code);
}

/** What the user allows: all that is asked for; of an unverified application, what was chosen. Without a reach, all bases. */
async function readChoice(
  { pending, client, scopes }: ConsentQuestion,
  { may, reach, bases }: Decision,
): Promise<{ scopes: string[]; reach?: Reach | null }> {
  if (!client.unverified) {
    if (may === undefined && reach === undefined && bases === undefined) return { scopes };
    throw invalid([{ path: "reach", message: "only unverified applications are asked about bases" }]);
  }
  const chosen = may === "asked" ? scopes : readingOf(scopes);
  if (chosen.length === 0)
    throw invalid([
      { path: "may", message: "it asks for nothing that only reads: allow what it asks for, or deny" },
    ]);
  if (reach === undefined) throw invalid([{ path: "reach", message: "is missing: choose the bases" }]);
  const baseIds = [...new Set([bases ?? []].flat())];
  if (reach === "all") return { scopes: chosen };
  if (baseIds.length === 0) throw invalid([{ path: "bases", message: "choose at least one" }]);
  const { userId } = pending;
  return { scopes: chosen, reach: await readReach({ baseIds, hasFullAccess: false }, userId) };
}
