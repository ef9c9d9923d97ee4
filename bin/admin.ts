/*
 * npm run admin: an administrator and a token in a deployed stack. The e-mail address counts as verified; a user without a password
 * gets a link to choose one.
 */
import { createPasswordLink } from "#lib/data/accounts/mail-links";
import { createFirstUser } from "#lib/data/accounts/welcome";
import { runCommand } from "#lib/local/process/command";
import { StartError, UsageError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { AppError } from "#lib/schemas/basics/error";
import { allScopes } from "#lib/schemas/identity/scopes";

const day = 24 * 60 * 60 * 1000;

const command = {
  run: "npm run admin",
  does: "Makes an administrator in a deployed stack and prints an access token. Called again for the same address, it makes one more token.",
  options: {
    store: { value: "<table>", required: true, does: "the stack's DynamoDB table: its output StoreName" },
    name: { value: "<name>", required: true, does: "the user's name" },
    email: { value: "<address>", required: true, does: "the user's e-mail address" },
    days: { value: "<number>", default: "90", does: "the token expires after this many days, at most 99999" },
  },
  environment: {
    AWS_REGION: "the stack's region",
    "AWS_PROFILE, AWS_…": "credentials that may read and write the table, as the AWS SDK reads them",
  },
  examples: ["npm run admin -- --store gridless-main-Store… --name Ada --email ada@example.org"],
} as const;

await runCommand(command, async ({ options: { store, name, email, days } }) => {
  if (!/^\S+@\S+$/.test(email))
    throw new UsageError(`--email must be an e-mail address, not ${JSON.stringify(email)}`);
  if (!/^[1-9]\d{0,4}$/.test(days))
    throw new UsageError(`--days must be a number from 1 to 99999, not ${JSON.stringify(days)}`);

  process.env["GRIDLESS_STORE"] = store;
  const now = new Date();
  const expiredTime = new Date(now.getTime() + Number(days) * day).toISOString();
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
