/* Texts that are made when the endpoints are bundled, and are files beside them: the OpenAPI document, and the documentation page. `npm start` makes each at its first request. */
import { readFile } from "node:fs/promises";

export interface MadeText {
  /** Gives the text, which is read once. Throws if it cannot be read; the next call then reads it again. */
  read(): Promise<string>;
  /** Makes `read` take the text from this function, where there is no file yet. */
  readFrom(given: () => Promise<string>): void;
}

/** `file` gives the path of the text. It is called at the first read. */
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

/** Makes `readDocumentText` take the document from this function, where there is no file yet. */
export const readDocumentFrom = text.readFrom;

interface Operation {
  "x-also-at"?: string;
}

/** A path of the document, and its methods in capital letters. */
export interface DocumentedPath {
  template: string;
  methods: string[];
}

let known: { text: string; paths: DocumentedPath[] } | undefined;

/** The paths of the document. It is parsed once; nothing else of it is kept. */
export async function readPaths(): Promise<DocumentedPath[]> {
  const text = await readDocumentText();
  if (known?.text !== text) {
    const { paths } = JSON.parse(text) as { paths: Record<string, { [method: string]: Operation }> };
    const each = Object.entries(paths).flatMap(([template, operations]) =>
      Object.entries(operations).flatMap(([name, { "x-also-at": other }]) =>
        [template, ...(other ? [other] : [])].map((template) => ({ template, method: name.toUpperCase() })),
      ),
    );
    const grouped = Map.groupBy(each, ({ template }) => template);
    known = {
      text,
      paths: [...grouped].map(([template, all]) => ({
        template,
        methods: all.map(({ method }) => method),
      })),
    };
  }
  return known.paths;
}
