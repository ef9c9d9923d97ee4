import * as attempts from "#lib/data/identity/attempts";
import { msPerDay } from "#lib/schemas/basics/time-units";

/**
 * Counts guesses as if they were made in a minute, or at the end of this day: so many that the next must wait, however slow the machine is
 * that looks at a password.
 */
export async function bookGuesses(guessed: attempts.Attempt, times: number): Promise<void> {
  const dayEnds = (Math.floor(Date.now() / msPerDay) + 1) * msPerDay - 1;
  const soon = Math.min(Date.now() + 60_000, dayEnds);
  for (let i = 0; i < times; i++) await attempts.countAttempt(guessed, soon);
}
