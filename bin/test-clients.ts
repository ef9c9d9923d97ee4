/*
 * npm run test:clients: generators of clients read our OpenAPI document, and what they make drives a server in twelve steps
 * (test-clients/README.md).
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "#lib/local/process/command";
import { say } from "#lib/local/process/terminal";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";
import { startServer } from "#test/support/requests/server";
import type { Given } from "./test-clients/base-document.ts";
import { clients } from "./test-clients/clients.ts";
import { folders, makeFolders, removeFolders } from "./test-deployed/folders.ts";
import { phase } from "./test-deployed/phase.ts";
import { endAll } from "./test-deployed/processes.ts";

const usualSteps = 12;
const known = Object.fromEntries(
  Object.entries(clients).map(([name, { language, needs }]) => [
    name,
    `a client for ${language}${needs ? `; left out if ${needs} is not on PATH` : ""}`,
  ]),
);

const command = {
  run: "npm run test:clients",
  does: "Lets generators make clients of the OpenAPI document, and drives a server of its own with each client. Needs python3 (3.11 or later) with its venv module, and the registries of npm and Python; takes two minutes, three the first time.",
  words: {
    shown: "[generator …]",
    does: "Generators (default: all):",
    most: Object.keys(clients).length,
    known,
  },
  examples: ["npm run test:clients", "npm run test:clients -- hey-api"],
} as const;

await runCommand(command, async ({ words }) => {
  makeFolders();
  const document = path.join(folders.run, "openapi.json");
  const server = await startServer(path.join(folders.run, "data"));
  try {
    writeFileSync(document, JSON.stringify(openapiDocument(await readRegistry())));
    const { url, token, spaceId, baseId, email, password } = server.dev;
    const ids = { SPACE_ID: spaceId, BASE_ID: baseId };
    const signingIn = { PERSON_EMAIL: email, PERSON_PASSWORD: password };
    const given = { document, server: { GRIDLESS_URL: url, GRIDLESS_TOKEN: token, ...ids, ...signingIn } };
    await driveAll(words, given);
  } finally {
    await server.stop("SIGTERM");
    endAll();
    removeFolders();
  }
});

async function driveAll(wanted: readonly string[], given: Given): Promise<void> {
  const counted = { passed: 0, failed: 0 };
  for (const [name, { needs, drive, steps = usualSteps }] of Object.entries(clients)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    if (needs && spawnSync(needs, ["version"]).error) {
      say(`${name}: left out, because ${needs} is not on PATH`);
      continue;
    }
    const said = await phase(name, () => drive(given)).catch((error: Error) => error.message);
    const passed = said.match(/^ok \d+ /gm)?.length ?? 0;
    counted.passed += passed;
    counted.failed += steps - passed;
    if (passed < steps) say(said);
  }
  say(`${counted.passed} passed, ${counted.failed} failed`);
  if (counted.failed > 0) process.exitCode = 1;
}
