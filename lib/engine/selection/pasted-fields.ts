/* The fields that a paste makes for columns past the last one, from the fields that were copied. */

import { fieldTypeNames, findFieldType } from "#lib/engine/field-types/index";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { NewField } from "#lib/schemas/tables/field";

/** A copied field in the form in which copying shows it; its other members do not matter. */
interface CopiedField {
  name: string;
  type: string;
  options?: unknown;
  isLookup?: unknown;
  cellValueType?: unknown;
}

/**
 * A new field for each of these columns of the content. Cells of computed fields and links are pasted as the numbers, dates, checkboxes or
 * texts that they show, and get the same formatting.
 */
export function pastedFields(
  header: readonly unknown[],
  columns: readonly number[],
): { fields: NewField[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const fields = columns.flatMap((column): NewField[] => {
    const copied = header[column % header.length];
    const at = ["header", column % header.length];
    if (!isCopied(copied))
      issues.push({ path: pathOf(at), message: "must be a field as copying shows it, with name and type" });
    else if (!findFieldType(copied.type))
      issues.push({ path: pathOf([...at, "type"]), message: `must be one of ${fieldTypeNames.join(", ")}` });
    else return [{ name: copied.name, ...contentOf(copied) }];
    return [];
  });
  return { fields, issues };
}

const isCopied = (value: unknown): value is CopiedField => {
  const { name, type } = (value ?? {}) as Partial<CopiedField>;
  return typeof name === "string" && name !== "" && typeof type === "string";
};

function contentOf({
  type,
  options,
  isLookup,
  cellValueType,
}: CopiedField): Pick<NewField, "type" | "options"> {
  const known = findFieldType(type);
  const isKept = !isLookup && !(known?.isComputed ?? false) && type !== "link" && type !== "button";
  if (isKept) return { type, ...(isOptions(options) && { options }) };
  const { formatting, showAs } = isOptions(options) ? options : {};
  const shown = { ...(formatting !== undefined && { formatting }), ...(showAs !== undefined && { showAs }) };
  const plainType = plain[String(cellValueType)];
  // a text that is shown as an address or a number is one line
  const types = plainType ? [plainType] : ["singleLineText", "longText"];
  const fitting = types.find((each) => findFieldType(each)?.options.safeParse(shown).success);
  return fitting && Object.keys(shown).length > 0
    ? { type: fitting, options: shown }
    : { type: plainType ?? "longText" };
}

const isOptions = (options: unknown): options is Record<string, unknown> =>
  typeof options === "object" && options !== null && !Array.isArray(options);

const plain: Record<string, string> = { number: "number", dateTime: "date", boolean: "checkbox" };
