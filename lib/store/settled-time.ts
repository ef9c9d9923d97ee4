/*
 * When every call that began before `now` has ended. A function runs for at most 29 seconds, so a call that began before a table
 * was deleted may still write to it for that long. The default is 60 seconds; GRIDLESS_SETTLE_SECONDS shortens it in tests and on
 * machines with a single user.
 */
import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";

const seconds = () => Number(process.env["GRIDLESS_SETTLE_SECONDS"] || 60);

/** The time, ISO 8601 UTC, from which calls that began before `now` can no longer write. */
export const readSettledTime = (now: string) => timeAfter(now, seconds() * msPerSecond);
