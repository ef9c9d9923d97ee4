/* The OpenAPI document, made when the endpoints are built and put beside them as a file. */
import { readFile } from "node:fs/promises";

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

let text: Promise<string> | undefined;

export function readDocumentText(): Promise<string> {
  text ??= readFile(file(), "utf8");
  return text;
}

/** Lambda says where it has put a function and what is beside it. */
function file(): string {
  const { GRIDLESS_OPENAPI, LAMBDA_TASK_ROOT = "." } = process.env;
  return GRIDLESS_OPENAPI ?? `${LAMBDA_TASK_ROOT}/openapi.json`;
}

export const readDocument = async (): Promise<Document> => JSON.parse(await readDocumentText()) as Document;
