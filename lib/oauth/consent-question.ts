/*
 * What a user is asked to consent to. Only that user finds it, until it is answered or expires, and only while the application still has
 * the redirect URI of the request.
 */
import { listOpenPlaces } from "#lib/accounts/open-places";
import * as authorizations from "#lib/data/oauth/authorizations";
import * as clients from "#lib/data/oauth/clients";
import { AppError } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import { isRegistered } from "./redirects.ts";

/** An open question to a user. */
export interface ConsentQuestion {
  pending: authorizations.PendingItem;
  client: clients.ClientItem;
  /** The requested scopes, without those that the application lost since. */
  scopes: string[];
}

/**
 * The open question of a transaction. Throws 400, with the same message for each reason so that nothing is learned about other
 * users' questions: it is unknown, answered, older than five minutes, of another user, or its redirect URI is not registered anymore.
 */
export async function getConsentQuestion(
  transactionId: string,
  userId: UserId,
  now: string,
): Promise<ConsentQuestion> {
  const pending = await authorizations.find(transactionId, userId, now);
  const client = pending && (await clients.find(pending.clientId));
  if (!client || !isRegistered(client.redirectUris, pending.redirectUri)) throw questionClosed();
  return { pending, client, scopes: pending.scopes.filter((scope) => client.scopes.includes(scope)) };
}

/** What the page shows of an open question; an unverified application is asked about the places that its user may open. */
export async function getShownQuestion(
  transactionId: string,
  user: { id: UserId; name: string; email: string },
  now: string,
) {
  const { pending, client, scopes } = await getConsentQuestion(transactionId, user.id, now);
  const places = client.unverified ? await listOpenPlaces(user.id) : [];
  return { transactionId, client, scopes, user, redirectUri: pending.redirectUri, places };
}

const questionClosed = () =>
  new AppError(
    "validation_error",
    "This request was already answered, is older than five minutes, or belongs to another account. Return to the application and start again",
  );
