/* npm run openapi: the OpenAPI document. */
import { runCommand } from "#lib/local/process/command";
import { writeText } from "#lib/local/process/write-text";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";

const command = {
  run: "npm run openapi",
  does: "Writes the OpenAPI document of the interface into a file, or to the standard output.",
  words: { shown: "[file]", does: "[file] is the file to write.", most: 1 },
  examples: ["npm run openapi -- openapi.json", "npm run openapi --silent > openapi.json"],
} as const;

await runCommand(command, async ({ words: [file] }) => {
  writeText(`${JSON.stringify(openapiDocument(await readRegistry()), null, 2)}\n`, file);
});
