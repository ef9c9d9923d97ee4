/*
 * The types of a typed client: writes what openapi-typescript makes of our document into a file. A program of its own, because
 * openapi-typescript wants the compiler API of TypeScript 5 or 6, which TypeScript 7 does not have: it gets that of
 * @ts-morph/common, a TypeScript without commands.
 */
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { openapiDocument } from "#lib/openapi/document";
import { readRegistry } from "#lib/registry";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === "typescript" ? "@ts-morph/common/dist/typescript.js" : specifier, context),
});
const { astToString, default: openapiTypes } = await import("openapi-typescript");

const [file = ""] = process.argv.slice(2);
const document = openapiDocument(await readRegistry());
writeFileSync(file, astToString(await openapiTypes(JSON.stringify(document))));
