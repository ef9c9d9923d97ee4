/* For a store that was restored, in a deployed stack (npm run admin) or on this machine (npm run store). */
import { resetFollowers } from "#lib/data/changes/epoch";
import { say } from "#lib/local/process/terminal";

/** Makes all who follow changes read everything again, and says so. */
export async function resetAndSay(): Promise<void> {
  await resetFollowers(new Date().toISOString());
  say("all who follow changes read everything again at their next request");
}
