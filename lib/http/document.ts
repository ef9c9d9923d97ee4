/* The OpenAPI document: a file beside the endpoints, written when they are bundled. */
import { readFile } from "node:fs/promises";

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

let source = (): Promise<string> => readFile(file(), "utf8");
let text: Promise<string> | undefined;

/** The document as JSON text; read once. Throws if it cannot be read, and reads it again at the next call. */
export function readDocumentText(): Promise<string> {
  text ??= source().catch((error: unknown) => {
    text = undefined;
    throw error;
  });
  return text;
}

/** From now on, the document is what this gives: where it is no file yet. */
export function readDocumentFrom(given: () => Promise<string>): void {
  source = given;
  text = undefined;
}

/** GRIDLESS_OPENAPI, or beside the function: Lambda sets LAMBDA_TASK_ROOT to its folder. */
function file(): string {
  const { GRIDLESS_OPENAPI, LAMBDA_TASK_ROOT = "." } = process.env;
  return GRIDLESS_OPENAPI ?? `${LAMBDA_TASK_ROOT}/openapi.json`;
}

/** The document, parsed. */
export const readDocument = async (): Promise<Document> => JSON.parse(await readDocumentText()) as Document;
