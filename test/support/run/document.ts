/*
 * The OpenAPI document, the documentation page and the app, which deployed functions read from files beside them. The first test file that needs
 * one makes it; the others read its file.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPageFrom } from "#lib/docs/page";
import { readDocumentFrom } from "#lib/http/document";
import { readAppFrom } from "#lib/web/app-files";
import { shared } from "./shared.ts";

/** The OpenAPI document as JSON text. */
export const readDocumentText = () =>
  madeOnce("openapi.json", async () => {
    const [{ openapiDocument }, { readRegistry }] = await Promise.all([
      import("#lib/openapi/document"),
      import("#lib/registry"),
    ]);
    return JSON.stringify(openapiDocument(await readRegistry()));
  });

const readPageText = () =>
  madeOnce("docs.html", async () => {
    const { makePage } = await import("#lib/openapi/page/page");
    return makePage(JSON.parse(await readDocumentText()));
  });

async function madeOnce(name: string, make: () => Promise<string>): Promise<string> {
  const file = await shared(name, async (folder) => {
    const path = join(folder, name);
    await writeFile(path, await make());
    return path;
  });
  return readFile(file, "utf8");
}

readDocumentFrom(readDocumentText);
readPageFrom(readPageText);

const readAppText = () =>
  madeOnce("app.json", async () =>
    JSON.stringify(await (await import("#lib/web/build/build-app")).buildApp()),
  );
let app: Promise<string> | undefined;
/** The app as JSON text. */
export const readAppOfTests = () => {
  app ??= readAppText();
  return app;
};
readAppFrom(readAppOfTests);
