/*
 * A user and a token in a deployed stack: node bin/admin.ts --store <table> --name <name> --email <address> [--days 90]
 *
 * The user is an administrator, his address is taken as verified. Who has no password yet gets a link to choose one. Uses the AWS
 * credentials and region of the environment. Called again for the same address, it makes one more token.
 */

import { parseArgs } from "node:util";
import { createPasswordLink } from "#lib/data/accounts/mail-links";
import { createFirstUser } from "#lib/data/accounts/welcome";
import { StartError } from "#lib/local/process/start-error";
import { say, withStartErrors } from "#lib/local/process/terminal";
import { AppError } from "#lib/schemas/basics/error";
import { msPerDay } from "#lib/schemas/basics/time-units";
import { allScopes } from "#lib/schemas/identity/scopes";

const usage = "node bin/admin.ts --store <table> --name <name> --email <address> [--days 90]";

await withStartErrors(async () => {
  const { values } = parseArgs({
    options: {
      store: { type: "string" },
      name: { type: "string" },
      email: { type: "string" },
      days: { type: "string", default: "90" },
    },
  });
  const { store, name, email, days } = values;
  if (!store || !name || !email || !/^\S+@\S+$/.test(email) || !/^[1-9]\d{0,4}$/.test(days))
    throw new StartError(`Usage: ${usage}`);

  process.env["GRIDLESS_STORE"] = store;
  const now = new Date();
  const expiredTime = new Date(now.getTime() + Number(days) * msPerDay).toISOString();
  const made = await createFirstUser(
    { name, email, scopes: allScopes, expiredTime },
    now.toISOString(),
  ).catch(explain);
  const { user, spaceId, baseId, token } = made;
  say(`user   ${user.id}  ${user.name}
space  ${spaceId}
base   ${baseId}
token  ${token}  until ${expiredTime.slice(0, 10)}; this is its only copy`);
  if (!user.passwordHash) {
    const link = await createPasswordLink(user, now.toISOString());
    say(`link   <ApiUrl>${link}  once, within an hour: to choose a password`);
  }
});

/** The cause says what is missing: credentials, a region, the table. */
function explain(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  throw new StartError(error.message + cause);
}
