/* Why a sign-in by the provider came to nothing. */
import { AppError } from "#lib/schemas/basics/error";

/**
 * denied   the provider, or the person there, said no
 * stale    the attempt is unknown, used or expired, or began in another browser
 * invalid  what the provider said does not hold: nothing of it is believed
 * user     another person is signed in here than the one who asked to be linked
 * old      the person was asked to sign in again at the provider, and did not
 */
export type Failing = "denied" | "stale" | "invalid" | "user" | "old";

/** The id token, or what belongs to it, does not hold. */
export class NotBelieved extends Error {
  readonly failing: Failing;

  constructor(message: string, failing: Failing = "invalid") {
    super(message);
    this.failing = failing;
  }
}

/** The 503 for a provider that does not answer, or not with what it must. The log has the cause. */
export const providerDown = (name: string, cause: unknown): AppError =>
  new AppError(
    "database_connection_unavailable",
    `${name} does not answer as it should; try again, or sign in with your password`,
    { headers: { "retry-after": "5" }, cause },
  );
