/*
 * What asks for the password asks a user without one to have signed in a short time ago: with the outside provider, which can be asked to let
 * the person prove who they are again.
 */
import type { Session } from "#lib/data/identity/sessions";
import { AppError } from "#lib/schemas/basics/error";
import { msPerMinute, timeAfter } from "#lib/schemas/basics/time-units";

const minutes = 10;

/** Whether the user has no password, and the session is too old to stand for one. */
export const mustSignInAgain = ({ user, item }: Session, now: string): boolean =>
  !user.passwordHash && item.createdTime < timeAfter(now, -minutes * msPerMinute);

/** Throws 400 if so. */
export function requireRecentSignIn(session: Session, now: string): void {
  if (mustSignInAgain(session, now))
    throw new AppError(
      "invalid_credentials",
      `You have no password, and signed in more than ${minutes} minutes ago: sign in again first`,
    );
}
