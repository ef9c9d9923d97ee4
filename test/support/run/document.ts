/** Writes the OpenAPI document and the documentation page to files, as they are deployed with the functions. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { openapiDocument } from "#lib/openapi/document";
import { makePage } from "#lib/openapi/page/page";
import { readRegistry } from "#lib/registry";

export async function setup() {
  const { folder, remove } = temporaryFolder();
  const document = openapiDocument(await readRegistry());
  const files = { openapi: join(folder, "openapi.json"), docs: join(folder, "docs.html") };
  writeFileSync(files.openapi, JSON.stringify(document));
  writeFileSync(files.docs, makePage(document));
  process.env["GRIDLESS_OPENAPI"] = files.openapi;
  process.env["GRIDLESS_DOCS"] = files.docs;
  return remove;
}
