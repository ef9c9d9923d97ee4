/* The guide is true: the commands of each page run in order against a server, and give the answers that stand below them. */
import { symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { statusOf } from "#lib/schemas/basics/error";
import { startServer } from "#test/support/requests/server";
import { everyOf, isWhole } from "#test/support/run/sample";
import { buildCommand } from "../../bin/client/build-client.ts";
import { type Block, guidePages, readDocument } from "./support/documents.ts";
import { asShown, examplesOf, quickStart, runBlocks } from "./support/examples.ts";

test("there are pages", () => expect(guidePages.length).toBeGreaterThan(7));

test.each(everyOf(guidePages, isWhole ? 1 : 2, 0))("%s", async (file) => {
  const examples = examplesOf(file);
  expect(examples.length).toBeGreaterThan(0);
  const { folder, remove } = temporaryFolder();
  const server = await startServer(path.join(folder, ".gridless"));
  try {
    const commands = [quickStart, ...examples.map(({ command }) => command)];
    const programs = commands.some((each) => /\bgridless /.test(each))
      ? await buildPrograms(folder)
      : undefined;
    const [, ...answers] = await runBlocks(commands, folder, programs);
    for (const [i, { command, answer: shown }] of examples.entries()) {
      if (shown === undefined) continue;
      // where a server is that was started without PORT
      const answer = (answers[i] ?? "").replaceAll(server.dev.url, "http://127.0.0.1:3000");
      expectAnswer(answer, shown, command);
    }
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
});

/** A folder with the command gridless. */
async function buildPrograms(folder: string): Promise<string> {
  const programs = path.join(folder, "programs");
  await buildCommand(programs);
  symlinkSync("command.js", path.join(programs, "gridless"));
  return programs;
}

function expectAnswer(answer: string, { language, code }: Block, command: string): void {
  // a document has no CR
  if (language === "text") expect(answer.replaceAll("\r", ""), command).toBe(code.trim());
  else {
    const shown: unknown = JSON.parse(code);
    const last = answer.split("\n").at(-1) ?? "";
    expect(asShown(JSON.parse(last), shown), command).toEqual(shown);
  }
}

test.each(guidePages)("%s begins with a call that it shows the answer of", (file) => {
  const [first] = examplesOf(file);
  expect(first?.command).toMatch(/\$url|\bapi /);
  expect(first?.answer).toBeDefined();
  expect(readDocument(file)).toContain("(../../README.md#quick-start)");
});

test("the guide has every field type", () => {
  const pages = guidePages.map(readDocument).join("\n");
  const missing = fieldTypeNames.filter(
    (type) => !pages.includes(`"type": "${type}"`) && !pages.includes(`\`${type}\``),
  );
  expect(missing, "add a field and a cell of these types to docs/guide/tables-and-fields.md").toEqual([]);
});

test("the page about errors names every code with its status", () => {
  const page = readDocument("docs/guide/errors-and-limits.md");
  const { permanent_redirect: _, ...errors } = statusOf;
  const rows = page.split("\n").filter((line) => /^\| \d{3} \|/.test(line));
  const missing = Object.entries(errors).filter(
    ([code, status]) => !rows.some((row) => row.startsWith(`| ${status} |`) && row.includes(`\`${code}\``)),
  );
  expect(missing).toEqual([]);
});
