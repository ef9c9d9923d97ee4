/*
 * npm run test:deployed: the stack, deployed to an emulator of AWS with IAM enforced, tested over HTTP, updated, deleted,
 * and its store taken up again.
 */
import { runCommand } from "#lib/local/process/command";
import { say } from "#lib/local/process/terminal";
import { changedSettings } from "./test-deployed/changed-settings.ts";
import { type Check, life, lint } from "./test-deployed/checks.ts";
import { driveClients } from "./test-deployed/clients.ts";
import { fill, read } from "./test-deployed/data.ts";
import { startEmulator } from "./test-deployed/emulator.ts";
import { makeFolders, removeFolders } from "./test-deployed/folders.ts";
import { moveSpaces } from "./test-deployed/moves/moves.ts";
import { describePart, readPart } from "./test-deployed/part.ts";
import { phase } from "./test-deployed/phase.ts";
import { endAll } from "./test-deployed/processes.ts";
import { makePython } from "./test-deployed/python.ts";
import { fillMore, rehearseRestore } from "./test-deployed/restore.ts";
import { bootstrap, deploy, synth } from "./test-deployed/stack.ts";
import { failuresIn, runTests, shareOf } from "./test-deployed/tests.ts";

const command = {
  run: "npm run test:deployed",
  does: "Deploys the stack to an emulator of AWS on this machine, runs the endpoints' tests and the official clients of the Model Context Protocol against it over HTTP, moves spaces to it and from it under writes, updates and deletes the stack, deploys it again on the store that was left, and restores the store. Needs python3 (3.10 or later) with its venv module, openssl and the registry of npm; takes 25 minutes on 2 cores, with a sixth of the tests 6, with the first and the second sixth 10.",
  options: {
    part: {
      value: "<number/of>",
      default: "1/1",
      does: "run a part of the endpoints' tests, for example 1/6; the clients and the restore come with the first, the moves of spaces with the second; what is tested of the stack itself is always run",
    },
  },
  examples: ["npm run test:deployed", "npm run test:deployed -- --part 1/6"],
} as const;

await runCommand(command, async ({ options: { part } }) => {
  readPart(part);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      cleanUp();
      say(`${signal}: ended, and cleaned up`);
      process.exit(1);
    });
  makeFolders();
  try {
    await testDeployed(part);
  } finally {
    cleanUp();
  }
});

async function testDeployed(part: string): Promise<void> {
  const python = await phase("python", makePython);
  const emulator = await phase("emulator", () => startEmulator(python));
  const [{ out }] = await Promise.all([
    phase(
      "synth",
      () => synth(emulator, "first"),
      ({ summary }) => summary,
    ),
    phase("bootstrap", () => bootstrap(emulator)),
  ]);
  const [deployed, { out: changed }] = await Promise.all([
    phase("deploy", () => deploy(emulator, out, "deploy")),
    // another code, other roles, aliases and another address
    synth(emulator, "second", changedSettings),
  ]);
  const data = await phase("admin", () => fill(emulator, deployed));
  // where the tests are cut into parts, some work is done with one of them alone
  const { number, of } = readPart(part);
  const isFirst = number === 1;
  const hasMoves = number === Math.min(2, of);
  const before = await read(emulator, deployed, data);
  const more = isFirst ? await fillMore(deployed, data) : undefined;
  // beside the tests, which often wait for the emulator
  const linting = lint(python, out).then(() => lint(python, changed, "cfn-lint-changed"));
  // a failure is one of the checks below
  linting.catch(() => {});
  const { report, said } = await phase("tests", () => runTests(emulator, deployed, part));
  const stack = { emulator, deployed, data, before, out, changed };
  const checks = [
    ...(isFirst ? [{ name: "clients", work: () => driveClients(emulator, deployed, data) }] : []),
    ...(hasMoves ? [{ name: "moves", work: () => moveSpaces(emulator, deployed, data) }] : []),
    { name: "cfn-lint", work: () => linting },
    ...life(stack),
    ...(more ? [{ name: "restore", work: () => rehearseRestore({ ...stack, more }) }] : []),
  ];
  const checked = await passAll(checks);

  const { lines, isEnough } = shareOf(report, readPart(part));
  const passed = report.all.passed + checked;
  const failed = report.all.failed + checks.length - checked + (isEnough ? 0 : 1);
  if (report.all.failed > 0) say(failuresIn(said));
  for (const line of lines) say(line);
  if (part !== "1/1") say(describePart(part));
  say(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/** How many phases passed before the first failure; each phase builds on the ones before. */
async function passAll(checks: Check[]): Promise<number> {
  for (const [i, { name, work }] of checks.entries())
    try {
      await phase(name, work, (said) => (typeof said === "string" && name !== "cfn-lint" ? said : ""));
    } catch (error) {
      say((error as Error).message);
      return i;
    }
  return checks.length;
}

function cleanUp(): void {
  endAll();
  removeFolders();
}
