/* The README is short and true: its commands run as they stand, and it has a line for every npm script. */
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startServer } from "#test/support/requests/server";
import { blocksOf, readDocument } from "./support/documents.ts";
import { asShown, runBlocks } from "./support/examples.ts";

const readme = readDocument("README.md");
const { scripts }: { scripts: object } = JSON.parse(readDocument("package.json"));

test("it has at most 200 lines and 12,000 bytes", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(200);
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12_000);
});

test("the first call and the quick start work as they stand, and answer what is shown", async () => {
  const commands = blocksOf(readme).filter(({ language }) => language === "sh");
  const shown = blocksOf(readme).find(({ language }) => language === "json");
  expect(commands[1]?.code).toBe("npm ci && npm start\n");
  const { folder, remove } = temporaryFolder();
  const server = await startServer(path.join(folder, ".gridless"));
  try {
    const [first = "", answer = ""] = await runBlocks(
      [0, 2].map((i) => commands[i]?.code ?? ""),
      folder,
    );
    expect(JSON.parse(first)).toMatchObject([{ id: server.dev.baseId }]);
    const expected: unknown = JSON.parse(shown?.code ?? "");
    expect(asShown(JSON.parse(answer.split("\n").at(-1) ?? ""), expected)).toEqual(expected);
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
});

test("every npm script has a row in the table of commands", () => {
  const rows = readme.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => [...row.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name]) => name));
  expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
});
