/*
 * npm run admin: makes an administrator and a token in a deployed stack. The e-mail address counts as verified; a user without a password
 * gets a link to choose one. npm run admin -- check compares the indexes of a table with its records;
 * npm run admin -- end-second-factor helps a person who lost the phone; npm run admin -- reset-followers is for a store that was restored.
 */
import { createPasswordLink } from "#lib/accounts/mail-links";
import { createFirstUser } from "#lib/accounts/welcome";
import { runCommand } from "#lib/local/process/command";
import { StartError, UsageError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { AppError } from "#lib/schemas/basics/error";
import { msPerDay } from "#lib/schemas/basics/time-units";
import { allScopes } from "#lib/schemas/identity/scopes";
import { check } from "./admin/check-indexes.ts";
import { endSecondFactorOf } from "./admin/end-second-factor.ts";
import { resetAndSay } from "./admin/reset-followers.ts";

const command = {
  run: "npm run admin",
  does: "Makes an administrator in a deployed stack and prints an access token. Called again for the same address, it makes one more token.",
  words: {
    shown: "[check | reset-followers | end-second-factor]",
    does: "Words:",
    most: 1,
    known: {
      check:
        "compares the indexes of --table with its records; ends those that are wrong, so that they are made anew, and removes what processes that died have left in them",
      "reset-followers":
        "for a store that was restored: all who follow changes read everything again, because the store no longer knows what they have seen",
      "end-second-factor":
        "for a person who lost the phone and the recovery codes: the account of --email signs in with its password alone",
    },
  },
  options: {
    store: { value: "<table>", required: true, does: "the stack's DynamoDB table: its output StoreName" },
    name: { value: "<name>", does: "the user's name; needed without a word" },
    email: { value: "<address>", does: "the user's e-mail address; needed without a word" },
    days: { value: "<number>", default: "90", does: "the token expires after this many days, at most 99999" },
    table: { value: "<id>", does: "the table to check" },
  },
  environment: {
    AWS_REGION: "the stack's region",
    "AWS_PROFILE, AWS_…": "credentials that may read and write the table, as the AWS SDK reads them",
  },
  examples: [
    "npm run admin -- --store gridless-main-Store… --name Ada --email ada@example.org",
    "npm run admin -- check --store gridless-main-Store… --table tblAbc123",
  ],
} as const;

await runCommand(command, async ({ words: [word], options: { store, name, email, days, table } }) => {
  process.env["GRIDLESS_STORE"] = store;
  if (word === "check") return check(table ?? missing("--table <id>")).catch(explain);
  if (word === "reset-followers") return resetAndSay().catch(explain);
  if (word === "end-second-factor")
    return endSecondFactorOf(email ?? missing("--email <address>")).catch(explain);
  if (!name) missing("--name <name>");
  else if (!email) missing("--email <address>");
  else await makeAdministrator(name, email, days);
});

async function makeAdministrator(name: string, email: string, days: string): Promise<void> {
  if (!/^\S+@\S+$/.test(email))
    throw new UsageError(`--email must be an e-mail address, not ${JSON.stringify(email)}`);
  if (!/^[1-9]\d{0,4}$/.test(days))
    throw new UsageError(`--days must be a number from 1 to 99999, not ${JSON.stringify(days)}`);

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
}

function missing(option: string): never {
  throw new UsageError(`Missing option: ${option}. npm run admin -- --help shows what it takes`);
}

/** The cause says what is missing: credentials, a region, the table. */
function explain(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  throw new StartError(error.message + cause);
}
