/*
 * Reads the XML of a workbook in pieces. The file may be hostile: a DOCTYPE, which could declare entities, is refused, and depth and sizes
 * are limited before they take memory.
 */
import { SaxesParser } from "saxes";

/** The fault of a workbook; the caller adds the part in which it is. */
export class BadWorkbook extends Error {
  /** The sheet and cell, if the message is about one: `Fruit!B7`. */
  readonly cell: string | undefined;
  constructor(message: string, cell?: string) {
    super(message);
    this.cell = cell;
  }
}

/** Handles the elements. Names have no prefix; `depth` is 1 for the outermost element. */
export interface XmlHandlers {
  open(name: string, depth: number, attributes: Record<string, string>): void;
  text?(text: string): void;
  close(name: string, depth: number): void;
}

const deepest = 64;
/** Characters of one tag, or of the text between two tags. */
const longestPart = 4 * 1024 * 1024;

/** A reader of one XML document: `write` its bytes, then `end`. Both throw `BadWorkbook`. */
export function readXml({ open, text, close }: XmlHandlers) {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  let sinceLast = 0;
  parser.on("doctype", () => {
    throw new BadWorkbook("has a DOCTYPE, which is not allowed");
  });
  parser.on("opentag", ({ name, attributes }) => {
    sinceLast = 0;
    if (++depth > deepest) throw new BadWorkbook(`has elements that are nested more than ${deepest} times`);
    open(localName(name), depth, attributes as Record<string, string>);
  });
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  parser.on("closetag", ({ name }) => {
    sinceLast = 0;
    close(localName(name), depth--);
  });
  let decoder: TextDecoder | undefined;
  const take = (characters: string) => {
    sinceLast += characters.length;
    parse(() => parser.write(characters));
    if (sinceLast > longestPart)
      throw new BadWorkbook(`has a tag or a text of more than ${longestPart} characters`);
  };
  return {
    write(bytes: Buffer): void {
      decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
      take(decode(() => decoder?.decode(bytes, { stream: true }) ?? ""));
    },
    end(): void {
      if (!decoder) throw new BadWorkbook("is empty");
      take(decode(() => decoder?.decode() ?? ""));
      parse(() => parser.close());
    },
  };
}

const localName = (name: string) => (name.includes(":") ? name.slice(name.indexOf(":") + 1) : name);

const encodingOf = (bytes: Buffer) =>
  bytes[0] === 0xff && bytes[1] === 0xfe
    ? "utf-16le"
    : bytes[0] === 0xfe && bytes[1] === 0xff
      ? "utf-16be"
      : "utf-8";

function decode(work: () => string): string {
  try {
    return work();
  } catch {
    throw new BadWorkbook("is not UTF-8");
  }
}

function parse(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof BadWorkbook || !(error instanceof Error)) throw error;
    throw new BadWorkbook(`is not valid XML: ${error.message}`);
  }
}
