/* npm run docs: the documentation page. */
import { runCommand } from "#lib/local/process/command";
import { writeText } from "#lib/local/process/write-text";
import { openapiDocument } from "#lib/openapi/document";
import { makePage } from "#lib/openapi/page/page";
import { readRegistry } from "#lib/registry";

const command = {
  run: "npm run docs",
  does: "Writes the documentation page, as it is at /docs, into a file, or to the standard output.",
  words: { shown: "[file]", does: "[file] is the file to write.", most: 1 },
  examples: ["npm run docs -- docs.html", "npm run docs --silent > docs.html"],
} as const;

await runCommand(command, async ({ words: [file] }) => {
  writeText(makePage(openapiDocument(await readRegistry())), file);
});
