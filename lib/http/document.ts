/* Texts that are made when the endpoints are bundled, and are files beside them: the OpenAPI document, and the documentation page. `npm start` makes each at its first request. */
import { readFile } from "node:fs/promises";

interface Document {
  paths: Record<string, Record<string, unknown>>;
}

export interface MadeText {
  /** The text; read once. Throws if it cannot be read, and reads it again at the next call. */
  read(): Promise<string>;
  /** From now on, the text is what this gives: where it is no file yet. */
  readFrom(given: () => Promise<string>): void;
}

/** `file` says where it is; it is asked at the first read. */
export function madeText(file: () => string): MadeText {
  let source = () => readFile(file(), "utf8");
  let text: Promise<string> | undefined;
  return {
    read() {
      text ??= source().catch((error: unknown) => {
        text = undefined;
        throw error;
      });
      return text;
    },
    readFrom(given) {
      source = given;
      text = undefined;
    },
  };
}

/** A file beside the function: Lambda sets LAMBDA_TASK_ROOT to its folder. */
export const besideFunction = (name: string): string => `${process.env["LAMBDA_TASK_ROOT"] ?? "."}/${name}`;

const text = madeText(() => process.env["GRIDLESS_OPENAPI"] ?? besideFunction("openapi.json"));

/** The document as JSON text. */
export const readDocumentText = text.read;

/** From now on, the document is what this gives: where it is no file yet. */
export const readDocumentFrom = text.readFrom;

/** The document, parsed. */
export const readDocument = async (): Promise<Document> => JSON.parse(await readDocumentText()) as Document;
