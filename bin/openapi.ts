/* npm run openapi: the OpenAPI document. */
import { writeFileSync } from "node:fs";
import { runCommand } from "#lib/local/process/command";
import { StartError } from "#lib/local/process/start-error";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";

const command = {
  run: "npm run openapi",
  does: "Writes the OpenAPI document of the interface into a file, or to the standard output.",
  words: { shown: "[file]", does: "[file] is the file to write.", most: 1 },
  examples: ["npm run openapi -- openapi.json", "npm run openapi --silent > openapi.json"],
} as const;

await runCommand(command, async ({ words: [file] }) => {
  const text = `${JSON.stringify(openapiDocument(await readRegistry()), null, 2)}\n`;
  if (file) write(file, text);
  else process.stdout.write(text);
});

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new StartError(`${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
