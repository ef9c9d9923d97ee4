/*
 * npm run store: a data folder as a DynamoDB endpoint on this machine, to look inside with the AWS CLI, an SDK or NoSQL Workbench; with
 * the id of a table, its records are printed instead.
 * The access key is made for this run and only printed. A data folder is served for reading unless `--write` is given.
 */
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { openEngine } from "#lib/local/embedded/open-engine";
import type { Allowed } from "#lib/local/endpoint/allowed-operations";
import type { AccessKey } from "#lib/local/endpoint/check-signature";
import { openFolder, withFolder } from "#lib/local/endpoint/open-folder";
import { serveEngine } from "#lib/local/endpoint/serve-engine";
import { runCommand } from "#lib/local/process/command";
import { StartError, UsageError } from "#lib/local/process/start-error";
import { readPort, say, stopOnSignals } from "#lib/local/process/terminal";
import { askForCopy } from "#lib/local/store/copies/ask-for-copy";
import { restoreCommand } from "#lib/local/store/copies/copies";
import { makeCopy } from "#lib/local/store/copies/make-copy";
import { refuseDamagedCopy, restoreCopy } from "#lib/local/store/copies/restore-copy";
import { inUse } from "#lib/local/store/data-folder";
import { endSecondFactorOf } from "./admin/end-second-factor.ts";
import { resetAndSay } from "./admin/reset-followers.ts";

const command = {
  run: "npm run store",
  does: "Serves a data folder as a DynamoDB endpoint on this machine, until Ctrl-C or SIGTERM. The server on that folder must have been stopped.",
  words: {
    shown: "[table] [record]",
    does: "With ids it prints that record, or all of the table, with names of fields, and ends.",
    most: 2,
  },
  options: {
    port: {
      value: "<number>",
      does: "where to listen, on 127.0.0.1 only; 0 takes any free port",
      default: "8000",
    },
    write: { does: "allow changes of items; without it the data folder can only be read" },
    "reset-followers": {
      does: "for a folder that was put back from a copy: all who follow changes read everything again; then it ends",
    },
    "end-second-factor": {
      value: "<address>",
      does: "for a person who lost the phone and the recovery codes: the account with this e-mail address signs in with its password alone; then it ends",
    },
    backup: {
      does: "copies the data folder into backups/ in it, or into the new folder that is named; the server may run meanwhile",
    },
    restore: {
      value: "<folder>",
      does: "puts a copy in the place of the data folder's store, and keeps what was there beside it; the server must have been stopped",
    },
    memory: { does: "serve an empty store in memory, where tables can be made and deleted too" },
  },
  environment: { GRIDLESS_DATA: "the data folder (default .gridless)" },
  examples: [
    "npm run store",
    "npm run store -- --backup",
    "npm run store -- --restore .gridless/backups/2026-11-29T20-15-00.123Z",
    "npm run store -- --memory",
    "npm run store -- tbl4mSa1Cw6nZ8tQ0Yh",
  ],
} as const;

const dataFolder = () => process.env["GRIDLESS_DATA"] || ".gridless";
const inFolder = (work: () => Promise<void>) => withFolder(dataFolder(), work);

const said = {
  read: "to read; -- --write allows changes of items",
  write: "to read and change; what Gridless keeps true of its items is not checked here",
  all: "in memory: gone when this ends",
} as const;

await runCommand(command, async ({ words: [table, record], options }) => {
  const { port: portText, write, memory } = options;
  process.umask(0o077);
  if (options["reset-followers"]) {
    if (table !== undefined || write || memory) throw new UsageError("--reset-followers stands alone");
    return inFolder(resetAndSay);
  }
  const address = options["end-second-factor"];
  if (address !== undefined) {
    if (table !== undefined || write || memory) throw new UsageError("--end-second-factor stands alone");
    return inFolder(() => endSecondFactorOf(address));
  }
  if (options.backup) {
    if (record !== undefined || write || memory || options.restore)
      throw new UsageError("--backup takes one new folder at most, and nothing else");
    return backUp(table);
  }
  if (options.restore) {
    if (table !== undefined || write || memory)
      throw new UsageError("--restore takes its folder, and nothing else");
    return restore(options.restore);
  }
  if (table !== undefined) {
    if (write || memory) throw new UsageError("records are only printed: leave out --write and --memory");
    return showFolder(table, record);
  }
  const port = readPort(portText, "--port");
  const store = memory ? openMemory() : openFolder(dataFolder());
  const allowed: Allowed = memory ? "all" : write ? "write" : "read";
  const key = makeKey();
  try {
    const endpoint = await serveEngine({ engine: store.engine, key, allowed, port, log: console.error });
    stopOnSignals(() => endpoint.close().finally(store.close));
    greet({ url: endpoint.url, key, allowed, folder: store.folder });
  } catch (error) {
    store.close();
    throw error;
  }
});

async function backUp(target: string | undefined): Promise<void> {
  const folder = resolve(dataFolder());
  const made = await copyOf(folder, target && resolve(target));
  refuseDamagedCopy(made);
  say(`${made} is a copy of ${folder}; ${restoreCommand(folder, made)} puts it back`);
}

/** Asks the server that has the folder open, or makes the copy here. */
async function copyOf(folder: string, target?: string): Promise<string> {
  let opened: ReturnType<typeof openFolder>;
  try {
    opened = openFolder(folder);
  } catch (error) {
    if (!(error instanceof StartError && error.message === inUse(folder).message)) throw error;
    return askForCopy(folder, target);
  }
  return makeCopy(opened.engine, folder, target)
    .catch((error: Error) => {
      throw new StartError(`the copy could not be made: ${error.message}`, { cause: error });
    })
    .finally(opened.close);
}

async function restore(copy: string): Promise<void> {
  const before = restoreCopy(dataFolder(), copy);
  await inFolder(resetAndSay);
  say(
    `${resolve(dataFolder())} is as ${resolve(copy)} now${before ? `; what was there is in ${before}` : ""}`,
  );
}

async function showFolder(table: string, record: string | undefined): Promise<void> {
  const { showRecords } = await import("./store/show-records.ts");
  await inFolder(() => showRecords(table, record));
}

function openMemory() {
  const engine = openEngine({ file: ":memory:", durable: false });
  return { engine, folder: undefined, close: engine.close };
}

/** In the form of AWS's keys, which some programs check. */
function makeKey(): AccessKey {
  return {
    accessKeyId: `GRIDLESS${randomBytes(6).toString("hex").toUpperCase()}`,
    secretAccessKey: randomBytes(20).toString("hex"),
  };
}

interface Greeting {
  url: string;
  key: AccessKey;
  allowed: Allowed;
  folder: string | undefined;
}

function greet({ url, key: { accessKeyId, secretAccessKey }, allowed, folder }: Greeting): void {
  say(`A DynamoDB endpoint for this machine

  address     ${url}
  region      us-east-1
  access key  ${accessKeyId}
  secret      ${secretAccessKey}
  data        ${folder ? `${folder}, ` : ""}${said[allowed]}

With the AWS CLI:

  AWS_ACCESS_KEY_ID=${accessKeyId} AWS_SECRET_ACCESS_KEY=${secretAccessKey} AWS_DEFAULT_REGION=us-east-1 aws dynamodb list-tables --endpoint-url ${url}

Ctrl-C ends.
`);
}
