#!/usr/bin/env node
/* gridless: the command of @gridless/client. Finds the command that was typed, runs it, and says why if it fails. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { commands } from "./commands.ts";
import { readTyped } from "./shared/arguments.ts";
import type { CommandDefinition } from "./shared/definition.ts";
import {
  ClosedOutput,
  type CommandError,
  commandFailureOf,
  exitCodes,
  wrongUsage,
} from "./shared/failure.ts";
import { commandHelp, overallHelp } from "./shared/help.ts";
import { nearestName } from "./shared/nearest.ts";
import { CommandOutput, printable } from "./shared/output.ts";

const { argv } = process;
// `gridless --json bases` is `gridless bases --json`
const typed = argv.slice(2);
const firstWord = typed.findIndex((each) => !each.startsWith("-"));
const args = firstWord > 0 ? [...typed.slice(firstWord), ...typed.slice(0, firstWord)] : typed;

/** Milliseconds for a command that was interrupted, to say what is done. */
const longestEnd = 3000;

await main();

async function main(): Promise<void> {
  const isJson = args.includes("--json");
  let output = new CommandOutput(isJson, false);
  try {
    const found = findCommand(args);
    if (typeof found === "string") return await output.line(found);
    output = new CommandOutput(isJson, found.command.writes === true);
    const given = readTyped(found.command, found.args);
    if (given === "help") return await output.line(commandHelp(found.command));
    await found.command.run(given, { output, signal: interruption() });
  } catch (error) {
    fail(error, output);
  }
}

/** The command with its arguments, or a text to print. */
function findCommand(
  given: readonly string[],
): { command: CommandDefinition; args: readonly string[] } | string {
  const [first, second] = given;
  if (first === "help" && second !== undefined) return findCommand([...given.slice(1), "--help"]);
  if (first === undefined || /^(-h|--help|help)$/.test(first)) return overallHelp(commands);
  if (/^(-v|--version|version)$/.test(first)) return versionOf();
  const one = commands.find(({ name }) => name === first);
  if (one) return { command: one, args: given.slice(1) };
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0) {
    const command = group.find(({ name }) => name === `${first} ${second}`);
    if (command) return { command, args: given.slice(2) };
    if (second === undefined || second.startsWith("-")) return overallHelp(group);
    throw unknownCommand(`${first} ${second}`, group);
  }
  throw unknownCommand(first, commands);
}

function unknownCommand(name: string, among: readonly CommandDefinition[]): CommandError {
  const names = among.map((each) => each.name);
  const like = nearestName(name, [
    ...new Set([...names, ...names.map((each) => each.split(" ", 1)[0] ?? "")]),
  ]);
  return wrongUsage(
    `unknown command ${JSON.stringify(name)}.${like === undefined ? "" : ` Did you mean ${JSON.stringify(like)}?`}`,
    "gridless --help lists the commands",
  );
}

function versionOf(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL("./package.json", import.meta.url), "utf8"),
  );
  return manifest.version;
}

/** Aborted by Ctrl-C. A second one ends the program at once. */
function interruption(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (ending.signal.aborted) process.exit(exitCodes.interrupted);
      ending.abort();
      // what does not listen to it is not waited for
      setTimeout(() => process.exit(exitCodes.interrupted), longestEnd).unref();
    });
  return ending.signal;
}

/** Says why, and ends the program at once: what it waited for would keep it running. */
function fail(error: unknown, output: CommandOutput): never {
  if (error instanceof ClosedOutput) process.exit(exitCodes.done);
  const failure = commandFailureOf(error);
  if (!failure) {
    const said = error instanceof Error ? error.stack : String(error);
    output.note(`gridless: this is a fault of the command: ${said}`);
    process.exit(exitCodes.failed);
  }
  const { message, hints, data, exit } = failure;
  const code = exitCodes[exit];
  if (output.isJson) output.note(JSON.stringify({ error: { message, ...data, hints, exitCode: code } }));
  else {
    const lines = message.split("\n").map(printable);
    output.note(`${output.notedIn("red", "gridless:")} ${lines.join("\n")}`);
    for (const hint of hints) output.note(`  ${printable(hint)}`);
  }
  process.exit(code);
}
