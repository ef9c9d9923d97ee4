/*
 * npm run admin: what an operator does beside the service, in a deployed stack or on this machine. Without a word it makes an administrator
 * and a token: the e-mail address counts as verified, and a user without a password gets a link to choose one. What the words do is in bin/admin.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createPasswordLink } from "#lib/accounts/mail-links";
import { createFirstUser } from "#lib/accounts/welcome";
import { withFolder } from "#lib/local/endpoint/open-folder";
import { runCommand } from "#lib/local/process/command";
import { readDevJson } from "#lib/local/process/dev-json";
import { StartError, UsageError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { askForSwitch } from "#lib/local/store/asked/ask-for-switch";
import { inUse } from "#lib/local/store/data-folder";
import { AppError } from "#lib/schemas/basics/error";
import { msPerDay } from "#lib/schemas/basics/time-units";
import { allScopes } from "#lib/schemas/identity/scopes";
import { readFormat } from "#lib/store/format/format";
import { check } from "./admin/check-indexes.ts";
import { endSecondFactorOf } from "./admin/end-second-factor.ts";
import { resetAndSay } from "./admin/reset-followers.ts";
import { readStackOutputs } from "./admin/stack-outputs.ts";
import { readSwitchWanted, switchWrites } from "./admin/writes.ts";

const command = {
  run: "npm run admin",
  does: "Makes an administrator and prints an access token. Called again for the same address, it makes one more token. Without --stack and --store it works in the data folder of this machine, whose server must have been stopped.",
  words: {
    shown: "[check | restore | reset-followers | end-second-factor | writes | move-space]",
    does: "Words:",
    most: 1,
    known: {
      check:
        "compares the indexes of --table with its records; ends those that are wrong, so that they are made anew, and removes what processes that died have left in them",
      restore:
        "makes a new table of the store of --stack as it was at --at, sets what AWS does not restore, and says how the stack takes it up; called again it goes on",
      "reset-followers":
        "for a store that was restored: all who follow changes read everything again, because the store no longer knows what they have seen",
      "end-second-factor":
        "for a person who lost the phone and the recovery codes: the account of --email signs in with its password alone",
      writes:
        "shows whether calls that write are refused; --stop refuses them, --resume lets them go on; on this machine also while its server runs",
      "move-space":
        "moves --space from one server or stack to another, while people work in it; it goes on after it was stopped",
    },
  },
  options: {
    stack: {
      value: "<name>",
      does: "the stack, for example gridless-main: what else is needed is found in its outputs",
    },
    region: { value: "<region>", does: "the stack's region, if the environment does not say it" },
    store: {
      value: "<table>",
      does: "in place of --stack: the stack's DynamoDB table, its output StoreName",
    },
    name: { value: "<name>", does: "the user's name; needed without a word" },
    email: { value: "<address>", does: "the user's e-mail address; needed without a word" },
    days: { value: "<number>", default: "90", does: "the token expires after this many days, at most 99999" },
    table: { value: "<id>", does: "the table to check" },
    at: {
      value: "<time>",
      does: "for restore: the time to go back to, for example 2026-11-20T08:00:00Z, or latest, some five minutes ago",
    },
    target: {
      value: "<table>",
      does: "for restore: the name of the new table (default: that of the store with -restored)",
    },
    stop: {
      value: "<reason>",
      does: "for writes: refuse them from now on, with this reason, which callers read",
    },
    resume: { does: "for writes: let them go on" },
    show: { does: "for writes: show what is so, as without an option" },
    space: { value: "<id>", does: "the space to move" },
    from: { value: "<folder>", does: "the data folder of the server that has the space; it must be running" },
    to: { value: "<folder>", does: "the data folder of the server that is to have it; it must be running" },
    "from-stack": { value: "<name>", does: "in place of --from: the stack that has the space" },
    "to-stack": { value: "<name>", does: "in place of --to: the stack that is to have it" },
    "from-region": { value: "<region>", does: "where that stack is, if the environment does not say it" },
    "to-region": { value: "<region>", does: "where that stack is, if the environment does not say it" },
    "from-profile": {
      value: "<profile>",
      does: "the profile with credentials for that stack, in place of those of the environment",
    },
    "to-profile": {
      value: "<profile>",
      does: "the profile with credentials for that stack, in place of those of the environment",
    },
    cancel: { does: "take a move back that has not ended" },
    remove: { does: "a week after a move: clear what the former server still has" },
    early: { does: "with --remove: do not wait for a week" },
  },
  environment: {
    AWS_REGION: "the stack's region, where --region is not given",
    "AWS_PROFILE, AWS_…":
      "credentials that may read and write the table and, with --stack, call cloudformation:DescribeStacks, as the AWS SDK reads them",
    GRIDLESS_DATA: "on this machine: the data folder (default .gridless)",
    GRIDLESS_ORIGIN:
      "on this machine: the address of the service, for the link (default: where it listened last)",
  },
  examples: [
    "npm run admin -- --stack gridless-main --name Ada --email ada@example.org",
    "npm run admin -- --name Ada --email ada@example.org",
    "npm run admin -- check --stack gridless-main --table tblAbc123",
    'npm run admin -- writes --stack gridless-main --stop "we look into a bill that is too high"',
    "npm run admin -- restore --stack gridless-main --at 2026-11-20T08:00:00Z",
    "npm run admin -- move-space --space spcAbc123 --from .gridless --to ../other/.gridless",
    "npm run admin -- move-space --space spcAbc123 --from .gridless --to-stack gridless-main --to-region eu-central-1",
  ],
} as const;

/** The address of the service, if the stack says it. */
let apiUrl = "<ApiUrl>";
const dataFolder = () => resolve(process.env["GRIDLESS_DATA"] || ".gridless");

await runCommand(command, async ({ words: [word], options: { name, email, days, table, ...options } }) => {
  const { stack, store, region } = options;
  if (word !== "writes" && (options.stop !== undefined || options.resume || options.show))
    throw new UsageError("--stop, --resume and --show are options of the word writes");
  if (word === "move-space") {
    if (stack !== undefined || store !== undefined || region !== undefined)
      throw new UsageError(
        "move-space takes --from-stack, --to-stack and their regions, not --stack, --store and --region",
      );
    const { space = missing("--space <id>") } = options;
    const { runMove } = await import("./admin/move-space/command.ts");
    return runMove({ ...options, space });
  }
  const wanted = readSwitchWanted(options);
  if (region) process.env["AWS_REGION"] = region;
  if (word === "restore") {
    const { at = missing("--at <time>"), target } = options;
    if (store)
      throw new UsageError("restore needs --stack: it reads the names of the store and the bucket from it");
    const { restoreStore } = await import("./admin/restore/restore.ts");
    return restoreStore({ stack: stack ?? missing("--stack <name>"), at, target }).catch(explain);
  }
  if (options.at !== undefined || options.target !== undefined)
    throw new UsageError("--at and --target are options of the word restore");
  if (stack && store) throw new UsageError("--stack finds the table: leave out --store");
  if (stack) await useStack(stack);
  else if (store) process.env["GRIDLESS_STORE"] = store;
  if (word === "writes")
    return stack || store ? switchWrites(wanted).catch(explain) : switchWritesHere(wanted);
  if (!stack && !store) refuseMissingFolder();
  const work = workOf(word, { name, email, days, table });
  return (stack || store ? work() : workHere(work)).catch(explain);
});

interface Given {
  name: string | undefined;
  email: string | undefined;
  days: string;
  table: string | undefined;
}

/** What a word does with the store. Throws a UsageError for an option that is missing. */
function workOf(word: string | undefined, given: Given): () => Promise<void> {
  const work = wordOf(word, given);
  return async () => {
    // a store of a newer Gridless is not changed
    await readFormat();
    await work();
  };
}

function wordOf(word: string | undefined, { name, email, days, table }: Given): () => Promise<void> {
  if (word === "reset-followers") return resetAndSay;
  if (word === "check") {
    const tableId = table ?? missing("--table <id>");
    return () => check(tableId);
  }
  if (!word && !name) missing("--name <name>");
  const address = email ?? missing("--email <address>");
  if (word === "end-second-factor") return () => endSecondFactorOf(address);
  refuseInvalid(address, days);
  return () => makeAdministrator(name ?? "", address, days);
}

/** Finds what the commands need in the outputs of the stack. */
async function useStack(stack: string): Promise<void> {
  const outputs = await readStackOutputs(stack);
  const store = outputs.get("StoreName");
  if (!store) throw new StartError(`the stack ${stack} has no output StoreName: is it one of Gridless?`);
  process.env["GRIDLESS_STORE"] = store;
  apiUrl = outputs.get("ApiUrl") ?? apiUrl;
}

/** On this machine: by the server, if it runs. */
async function switchWritesHere(wanted: Parameters<typeof switchWrites>[0]): Promise<void> {
  const folder = dataFolder();
  say(`the data folder ${folder}:`);
  try {
    await withFolder(folder, () => switchWrites(wanted));
  } catch (error) {
    if (!(error instanceof StartError && error.message === inUse(folder).message)) throw error;
    await switchWrites(wanted, (each) => askForSwitch(folder, each));
  }
}

function refuseMissingFolder(): void {
  const folder = dataFolder();
  if (!existsSync(join(folder, "version")))
    missing(`--stack <name>, or GRIDLESS_DATA with a data folder of this machine: ${folder} is none`);
}

/** On this machine, whose server must have been stopped. */
function workHere(work: () => Promise<void>): Promise<void> {
  const folder = dataFolder();
  apiUrl = process.env["GRIDLESS_ORIGIN"] || readDevJson(folder)?.url || apiUrl;
  return withFolder(folder, () => {
    say(`the data folder ${folder}:`);
    return work();
  });
}

function refuseInvalid(email: string, days: string): void {
  if (!/^\S+@\S+$/.test(email))
    throw new UsageError(`--email must be an e-mail address, not ${JSON.stringify(email)}`);
  if (!/^[1-9]\d{0,4}$/.test(days))
    throw new UsageError(`--days must be a number from 1 to 99999, not ${JSON.stringify(days)}`);
}

async function makeAdministrator(name: string, email: string, days: string): Promise<void> {
  const now = new Date();
  const expiredTime = new Date(now.getTime() + Number(days) * msPerDay).toISOString();
  const newcomer = { name, email, scopes: allScopes, expiredTime };
  const { user, spaceId, baseId, token } = await createFirstUser(newcomer, now.toISOString());
  say(`user   ${user.id}  ${user.name}
space  ${spaceId}
base   ${baseId}
token  ${token}  until ${expiredTime.slice(0, 10)}; this is its only copy`);
  if (user.passwordHash) say(`app    ${apiUrl}/app  to sign in with ${user.email}`);
  else {
    const link = await createPasswordLink(user, now.toISOString());
    say(`link   ${apiUrl}${link}  once, within an hour: to choose a password`);
  }
  say(`check  GRIDLESS_TOKEN=<token> npm run smoke -- --url ${apiUrl}`);
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
