/* What formulas see of fields, from what an answer says of them; and the functions that rollups of a field may have. */
import type { FormulaField, Kind } from "#lib/engine/formula/shared/kinds";
import type { Field } from "#lib/schemas/tables/field";

export type ResultKind = Kind;

const kinds: Record<Field["cellValueType"], Kind> = {
  string: "text",
  number: "number",
  boolean: "boolean",
  dateTime: "date",
};

type Seen = Pick<Field, "type" | "cellValueType" | "isMultipleCellValue" | "options">;

/** The kind of a field's cells, as the engine sees them. */
export function kindOfCells({ type, cellValueType, isMultipleCellValue, options }: Seen): FormulaField {
  const kind = kinds[cellValueType];
  const { formatting } = options;
  const zone: unknown = typeof formatting === "object" && formatting && Reflect.get(formatting, "timeZone");
  return {
    kind,
    isList: isMultipleCellValue === true,
    ...((type === "rating" || type === "autoNumber") && { isWhole: true }),
    ...(kind === "date" && typeof zone === "string" && { timeZone: zone }),
  };
}

/** The rollups that a field can have, with the kinds of their results. The compiler is loaded when it is first needed. */
export async function rollupsOf(field: Seen): Promise<{ expression: string; kind: Kind }[]> {
  const { compileRollup, rollupFunctions } = await import("#lib/engine/formula/compile");
  const tried = await Promise.all(
    rollupFunctions.map(async (name) => {
      const expression = `${name}({values})`;
      const compiled = await compileRollup(expression, kindOfCells(field));
      return "compiled" in compiled ? [{ expression, kind: compiled.compiled.kind }] : [];
    }),
  );
  return tried.flat();
}
