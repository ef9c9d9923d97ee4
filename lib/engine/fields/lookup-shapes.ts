/* Decides how lookups are shown. Needed only where lookups are connected with their looked-up fields. */
import { formulaOf, listTexts } from "#lib/engine/field-types/formula";
import { type LinkOptions, link } from "#lib/engine/field-types/link";
import { multipleSelect } from "#lib/engine/field-types/multiple-select";
import { computed } from "#lib/engine/field-types/shared/computed";
import type { FieldType, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { user } from "#lib/engine/field-types/user";
import { type Field, typeOf } from "./field.ts";
import { kindsOfFamilies, type LookupSource } from "./lookups.ts";

/** How the cells of a lookup are shown: like the cells of the looked-up field; as a list if there may be several. */
export function shapeOf({ link: from, field }: LookupSource): { type: FieldType; options: unknown } {
  const options = inheritedOptions(field);
  const sourceType = typeOf(field);
  const isList = typeOf(from).isMultiple(from.options) || sourceType.isMultiple(options);
  if (!isList) return { type: withoutInput(sourceType), options };
  const family = sourceType.family(options);
  if (family === "choice" || family === "choices")
    return { type: withoutInput(multipleSelect as FieldType), options };
  if (family === "person" || family === "people")
    return { type: withoutInput(user as FieldType), options: { isMultiple: true } };
  if (family === "link" || family === "links") {
    const { storage: _, ...shown } = options as unknown as LinkOptions;
    return { type: withoutInput(link as FieldType), options: { ...shown, relationship: "manyMany" } };
  }
  const kind = kindsOfFamilies[family];
  // the elements of several lists of files form one list of files
  if (!kind) return { type: withoutInput(sourceType), options };
  const list = formulaOf({ kind, isList: true });
  return { type: sourceType.isMultiple(options) ? list : listOf(list, sourceType), options };
}

/**
 * The options of a looked-up field that decide how its cells are shown. Other options are left out: they are for writing, or say how cells
 * are computed, and readers of the lookup may have no access to that table.
 */
function inheritedOptions({ options }: Field): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...(options as object) };
  for (const name of onlyThere) delete shown[name];
  return "expression" in shown ? { ...shown, expression: "" } : shown;
}
const onlyThere = [
  "defaultValue",
  "baseId",
  "symmetricFieldId",
  "filter",
  "filterByViewId",
  "visibleFieldIds",
  // contains the name of a table
  "fkHostTableName",
  "selfKeyName",
  "foreignKeyName",
];

/** Lists whose elements are shown like the cells of the looked-up field, because some numbers have no formatting. */
const listOf = (list: FieldType, { text }: FieldType): FieldType => ({
  ...list,
  ...listTexts((cell, ...how) => (cell as StoredCell[]).map((each) => text(each, ...how))),
});

/** The type without the members for writing. */
function withoutInput(type: FieldType): FieldType {
  const { initialCell: _, compute: __, linksIn: ___, ai: ____, adopt: _____, unfit: ______, ...shown } = type;
  return { ...shown, ...readOnly, canBe: { ...type.canBe, unique: false, notNull: false } };
}
const { isComputed, read, typecast } = computed;
const readOnly = { isComputed, read, typecast } as const;
