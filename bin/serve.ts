/*
 * npm start: the whole service on one machine.
 *
 * Signals to npm must reach this process, and npm must wait until it has ended. The shell in which npm runs a script keeps signals to
 * itself, so the script replaces the shell (`exec`; exec.cmd stands for it on Windows, where a console's Ctrl-C goes to every process).
 * npm cannot pass SIGKILL on: `--parent` names npm's process, and its end ends this one too.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { printJson, printRequest, printRequestAsJson } from "#lib/local/gateway/log-lines";
import { isOwn, type Machine, startMachine } from "#lib/local/machine";
import { checkEnvironment } from "#lib/local/process/check-environment";
import { runCommand } from "#lib/local/process/command";
import { type DevJson, devJsonFile } from "#lib/local/process/dev-json";
import { freeMemoryWhenIdle, limitMemory } from "#lib/local/process/limit-memory";
import { refuseMisspelt } from "#lib/local/process/misspelt-variables";
import { UsageError } from "#lib/local/process/start-error";
import { readPort, say, stopOnSignals } from "#lib/local/process/terminal";
import { watchMain } from "#lib/local/process/watch-main";
import { copiesFolder } from "#lib/local/store/copies/copies";
import { readInterval } from "#lib/local/store/copies/copy-regularly";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

const command = {
  run: "npm start",
  does: "Runs the whole service on this machine, until Ctrl-C or SIGTERM.",
  options: {
    memory: { does: "keep nothing: the data is in memory, and gone when this ends" },
    "partition-limits": {
      does: "throttle partition keys of the embedded store as DynamoDB does: at 3,000 RCU and 1,000 WCU a second",
    },
    "backup-every": {
      value: "<time>",
      does: "copy the data folder so often into backups/ in it, for example 24h; the seven newest are kept",
    },
    parent: {
      value: "<pid>",
      does: "end when the process with this id, the parent, has ended; npm start sets it",
    },
  },
  environment: {
    PORT: "where to listen (default 3000); 0 takes any free port",
    HOST: "the address to listen on (default 127.0.0.1); 0.0.0.0 opens it to other machines",
    GRIDLESS_DATA: "the folder for the data (default .gridless)",
    GRIDLESS_SIGN_UP: "who may sign up: open (default), or invitation for invited people only",
    GRIDLESS_MAIL_FROM: "send mails by SES from this address; without it, mails are printed here",
    GRIDLESS_AI_URL:
      "fill cells with models of this server, for example http://localhost:11434/v1; see docs/guide/ai.md",
    GRIDLESS_AI_KEY: "the key of that server",
    GRIDLESS_AI_MODELS: "its models, for example fast=llama3.2 vision=llava+images",
    GRIDLESS_AI_DAILY_TOKENS: "tokens that one base may use in a day (default 1000000)",
    GRIDLESS_OIDC_ISSUER:
      "people may sign in with this OpenID Connect provider, for example https://login.example.org",
    GRIDLESS_OIDC_CLIENT_ID: "the id of this service at the provider",
    GRIDLESS_OIDC_CLIENT_SECRET: "its secret there",
    GRIDLESS_OIDC_NAME: "what the button calls the provider (default: its host)",
    GRIDLESS_OIDC_DOMAINS: "domains of addresses that may sign up with it without an invitation",
    GRIDLESS_ORIGIN: "the address as people see it, in links and mails (default: where this listens)",
    GRIDLESS_CORS_ORIGINS:
      "origins whose pages may call, for example https://app.example.org,http://localhost:5173",
    LOG: "json: print one JSON object a line, for a program that gathers logs (default: text for a person)",
    GRIDLESS_TOKEN_RATE:
      "requests per second with one token (default: no limit); set GRIDLESS_TOKEN_BURST too",
    GRIDLESS_TOKEN_BURST: "requests at once with one token, from 1 to 50",
    AWS_ENDPOINT_URL_DYNAMODB:
      "use this DynamoDB, not the embedded one; AWS_REGION and AWS credentials apply to it",
    GRIDLESS_ENGINE:
      "the embedded store: embedded (default), or dynoxide, an emulator for tests on Linux x64",
    GRIDLESS_STORE: "the name of the DynamoDB table (default gridless); made if it is missing",
    GRIDLESS_MEMORY: "megabytes for tables that are kept in memory (default 64)",
    GRIDLESS_PAGES_PER_NOTE: "one of this many sorted pages is noted, to make indexes (default 8)",
    GRIDLESS_SETTLE_SECONDS: "seconds before a job clears what was deleted (default 60)",
  },
  examples: [
    "npm start",
    "npm start -- --memory",
    "PORT=8080 GRIDLESS_DATA=/var/lib/gridless npm start",
    "LOG=json npm start --silent",
  ],
} as const;

const strangers =
  "open to everyone who reaches this machine; GRIDLESS_SIGN_UP=invitation lets in only people who were invited";

await runCommand(command, async ({ options: { memory, parent, ...options } }) => {
  limitMemory();
  // only the user of this process may read the files that it writes
  process.umask(0o077);
  refuseMisspelt(process.env, Object.keys(command.environment));
  checkEnvironment(process.env);
  const every = options["backup-every"];
  if (every && memory) throw new UsageError("--memory keeps nothing: leave out --backup-every");
  const copyEvery = every ? readInterval(every) : undefined;
  const isJson = process.env["LOG"] === "json";
  if (isJson) printJson();
  const printEach = isJson ? printRequestAsJson : printRequest;
  const port = readPort(process.env["PORT"] || "3000");
  const host = process.env["HOST"] || "127.0.0.1";
  const isOpenUnasked = !isOwn(host) && !process.env["GRIDLESS_SIGN_UP"];
  let machine: Machine | undefined;
  let worked: (() => void) | undefined;
  // during the start there is nothing to finish: what is committed is durable
  stopOnSignals(async () => machine?.stop(), readParent(parent));
  const temporary = memory ? temporaryFolder() : undefined;
  process.once("exit", () => temporary?.remove());
  const folder = resolve(temporary?.folder ?? (process.env["GRIDLESS_DATA"] || ".gridless"));
  machine = await startMachine({
    folder,
    host,
    port,
    onRequest: (answered) => {
      printEach(answered);
      worked?.();
    },
    printsMails: !isJson,
    log: say,
    partitionLimits: options["partition-limits"],
    copyEvery,
  });
  // no secret: the file has the token
  if (isJson)
    console.log({
      ...{ message: "Gridless is ready", address: machine.dev.url, scripts: devJsonFile(folder) },
      ...(isOpenUnasked && { signUp: strangers }),
    });
  else greet(machine, { folder, forgets: memory, every, isOpenUnasked });
  watchMain();
  worked = freeMemoryWhenIdle();
});

/**
 * The process id of npm, as the shell of `npm start` passes it; 0, which no process has, if npm has ended already; undefined on
 * Windows, where npm is not a parent of this process.
 */
function readParent(text = ""): number | undefined {
  if (process.platform === "win32" || !/^\d+$/.test(text)) return undefined;
  return text === "1" && !isFirst() ? 0 : Number(text);
}

/** Whether process 1 is the one that runs scripts, as in a container. Otherwise npm had ended when the shell asked for its id. */
function isFirst(): boolean {
  const commandLine = "/proc/1/cmdline";
  return existsSync(commandLine) && /npm|yarn|bun|node/.test(readFileSync(commandLine, "utf8"));
}

interface Place {
  folder: string;
  forgets: boolean;
  every: string | undefined;
  isOpenUnasked: boolean;
}

function greet({ dev }: Machine, { folder, forgets, every, isOpenUnasked }: Place): void {
  const more = [
    ...(every ? [`copies    every ${every} in ${copiesFolder(folder)}; the seven newest are kept`] : []),
    ...(isOpenUnasked ? [`sign-up   ${strangers}`] : []),
  ];
  const seconds = process.uptime().toFixed(1);
  say(`Gridless is ready after ${seconds} s

  address   ${dev.url}
  begin     ${dev.url}/docs#token=${dev.token}
            (the documentation, with your token filled in)
  token     ${dev.token}${signIn(dev)}
  data      ${folder}${forgets ? " (in memory: gone when this ends)" : ""}
  scripts   ${devJsonFile(folder)} has all of it${more.map((line) => `\n  ${line}`).join("")}

A first table:

  curl -X POST ${dev.url}/base/${dev.baseId}/table -H 'authorization: Bearer ${dev.token}' -H 'content-type: application/json' -d '{"name":"Plan"}'

Ctrl-C ends.
`);
}

function signIn({ url, email, password }: DevJson): string {
  return password ? `\n  sign in   ${url}/auth/sign-in      ${email}      ${password}` : "";
}
