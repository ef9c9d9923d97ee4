/* node bin/openapi.ts [file]: writes the OpenAPI document into a file, or to the standard output. */
import { writeFileSync } from "node:fs";
import { withStartErrors } from "#lib/local/process/terminal";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";

await withStartErrors(async () => {
  const text = `${JSON.stringify(openapiDocument(await readRegistry()), null, 2)}\n`;
  const [file] = process.argv.slice(2);
  if (file) writeFileSync(file, text);
  else process.stdout.write(text);
});
