/** The OpenAPI document as a file, as it lies beside the functions: whoever answers for unknown paths reads it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";

export async function setup() {
  const { folder, remove } = temporaryFolder();
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(openapiDocument(await readRegistry())));
  process.env["GRIDLESS_OPENAPI"] = file;
  return remove;
}
