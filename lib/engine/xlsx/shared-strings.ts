/* The texts that the cells of a workbook share. */
import { limits } from "#lib/schemas/basics/limits";
import { unescapeText } from "./text-escapes.ts";
import { BadWorkbook, type XmlHandlers } from "./xml.ts";

const mostTexts = 2_000_000;

/** Collects the texts into `texts`. If a text is too long for any field, only its beginning is kept. */
export function collectTexts(texts: string[]): XmlHandlers {
  const collector = textCollector();
  return {
    open(name, depth) {
      if (depth === 1 && name !== "sst") throw new BadWorkbook("is not a list of shared strings");
      if (depth === 2 && name === "si") collector.begin();
      collector.open(name);
    },
    text: collector.text,
    close(name, depth) {
      collector.close(name);
      if (depth !== 2 || name !== "si") return;
      if (texts.length >= mostTexts) throw new BadWorkbook(`has more than ${mostTexts} texts`);
      texts.push(collector.end());
    },
  };
}

/** Joins the texts of a string item, `<t>` and `<r><t>`. Texts about pronunciation, `<rPh>`, are left out. */
export function textCollector() {
  let found = "";
  let isInText = false;
  let isInPhonetic = false;
  return {
    begin(): void {
      found = "";
    },
    open(name: string): void {
      if (name === "rPh") isInPhonetic = true;
      isInText = name === "t" && !isInPhonetic;
    },
    text(text: string): void {
      if (isInText && found.length <= longest) found += text;
    },
    close(name: string): void {
      if (name === "rPh") isInPhonetic = false;
      if (name === "t") isInText = false;
    },
    end: (): string => fitText(unescapeText(found)),
  };
}

const longest = 10 * limits.textLength;

/** The text; if it is too long for any field, its beginning, which is still too long. */
export const fitText = (text: string): string =>
  text.length > limits.textLength ? text.slice(0, limits.textLength + 1) : text;
