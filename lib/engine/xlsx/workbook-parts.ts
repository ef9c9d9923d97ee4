/* The small parts of a workbook, which list its sheets and where the other parts are. */
import { BadWorkbook, type XmlHandlers } from "./xml.ts";

interface SheetEntry {
  name: string;
  isHidden: boolean;
  /** The id of the relationship that has its path. */
  relation: string;
}

export interface WorkbookEntries {
  sheets: SheetEntry[];
  is1904: boolean;
}

/** Collects the sheets in their order. */
export function collectSheets(into: WorkbookEntries): XmlHandlers {
  return {
    open(name, depth, attributes) {
      if (depth === 1 && name !== "workbook") throw new BadWorkbook("is not a workbook");
      if (name === "workbookPr") into.is1904 = /^(1|true)$/.test(attributes["date1904"] ?? "");
      if (depth !== 3 || name !== "sheet") return;
      const relation = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? "";
      const isHidden = /hidden/i.test(attributes["state"] ?? "");
      into.sheets.push({ name: attributes["name"] ?? "", isHidden, relation });
    },
    close() {},
  };
}

export interface Relation {
  /** The last word of its type: `worksheet`, `sharedStrings`. */
  type: string;
  /** The path in the file, without a slash at its beginning. */
  target: string;
}

/** Collects the relationships of the part at a path, by their ids. */
export function collectRelations(of: string, into: Map<string, Relation>): XmlHandlers {
  return {
    open(name, _depth, attributes) {
      const { Id: id, Type: type = "", Target: target = "", TargetMode: mode } = attributes;
      if (name !== "Relationship" || id === undefined || mode === "External") return;
      into.set(id, { type: type.slice(type.lastIndexOf("/") + 1), target: resolvePath(of, target) });
    },
    close() {},
  };
}

/** Resolves a path in a part: from the root if it begins with a slash, otherwise from the folder of the part. */
function resolvePath(of: string, target: string): string {
  const named = target.replaceAll("\\", "/");
  const steps = named.startsWith("/") ? [] : of.split("/").slice(0, -1);
  for (const step of named.split("/"))
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  return steps.join("/");
}

/** The path of the relationships of the part at a path. */
export function relationsPath(path: string): string {
  const name = path.lastIndexOf("/") + 1;
  return `${path.slice(0, name)}_rels/${path.slice(name)}.rels`;
}
