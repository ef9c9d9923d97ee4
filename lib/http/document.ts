/* The OpenAPI document: a file beside the endpoints, written when they are bundled. */
import { readFile } from "node:fs/promises";

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

let text: Promise<string> | undefined;

/** The document as JSON text; read once. Throws if the file is missing. */
export function readDocumentText(): Promise<string> {
  text ??= readFile(file(), "utf8");
  return text;
}

/** GRIDLESS_OPENAPI, or beside the function: Lambda sets LAMBDA_TASK_ROOT to its folder. */
function file(): string {
  const { GRIDLESS_OPENAPI, LAMBDA_TASK_ROOT = "." } = process.env;
  return GRIDLESS_OPENAPI ?? `${LAMBDA_TASK_ROOT}/openapi.json`;
}

/** The document, parsed. */
export const readDocument = async (): Promise<Document> => JSON.parse(await readDocumentText()) as Document;
