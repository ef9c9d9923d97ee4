/* The OpenAPI document, made when the endpoints are built and put beside them as a file. */
import { readFile } from "node:fs/promises";

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

let text: Promise<string> | undefined;

export function readDocumentText(): Promise<string> {
  text ??= readFile(process.env["GRIDLESS_OPENAPI"] ?? "openapi.json", "utf8");
  return text;
}

export const readDocument = async (): Promise<Document> => JSON.parse(await readDocumentText()) as Document;
