/* Whether the store of this process is known to be damaged: only the embedded store can be (lib/local/embedded). */
import { AppError } from "#lib/schemas/basics/error";

let known: string | undefined;

/** Remembers that the store is damaged. `wayBack` says what helps, without paths: callers read it. */
export function noteDamage(wayBack: string): void {
  known = wayBack;
}

/** Throws 503 if the store is known to be damaged. It reads nothing. */
export function refuseKnownDamage(): void {
  if (known !== undefined)
    throw new AppError(
      "database_connection_unavailable",
      `The store of this service is damaged: what can be read is answered, nothing is written, and a retry does not help. ${known}`,
    );
}
