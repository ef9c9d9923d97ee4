/* The styles of a workbook: the kind of number that each of them shows. */
import { type NumberKind, numberKindOf } from "./number-formats.ts";
import type { XmlHandlers } from "./xml.ts";

/** Collects into `kinds` the kind of each cell style. */
export function collectStyles(kinds: NumberKind[]): XmlHandlers {
  const codes = new Map<number, string>();
  let isInCellStyles = false;
  return {
    open(name, _depth, attributes) {
      if (name === "numFmt") codes.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "");
      if (name === "cellXfs") isInCellStyles = true;
      if (name !== "xf" || !isInCellStyles) return;
      const id = Number(attributes["numFmtId"] ?? 0);
      kinds.push(numberKindOf(id, codes.get(id)));
    },
    close(name) {
      if (name === "cellXfs") isInCellStyles = false;
    },
  };
}
