/* What a user is asked: found for him alone, as long as he has not answered and the application still stands by it. */
import * as authorizations from "#lib/data/oauth/authorizations";
import * as clients from "#lib/data/oauth/clients";
import { AppError } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import { isRegistered } from "./redirects.ts";

export interface Question {
  pending: authorizations.PendingItem;
  client: clients.ClientItem;
  /** What was asked for, as far as the application may still have it. */
  scopes: string[];
}

export async function questionOf(transactionId: string, userId: UserId, now: string): Promise<Question> {
  const pending = await authorizations.find(transactionId, userId, now);
  const client = pending && (await clients.find(pending.clientId));
  if (!client || !isRegistered(client.redirectUris, pending.redirectUri)) throw gone();
  return { pending, client, scopes: pending.scopes.filter((scope) => client.scopes.includes(scope)) };
}

/** The same for each reason, so that nobody learns of questions to others. */
const gone = () =>
  new AppError(
    "validation_error",
    "This question is not open: it was answered, is older than five minutes, or was put to somebody else. Go back to the application and begin again",
  );
