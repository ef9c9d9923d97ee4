/* Lists that formulas give. A list matches if one of its elements does; lists are ordered element by element. */
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { typeOf } from "#lib/engine/fields/field";
import type { ComparatorOf, Test } from "./comparator.ts";
import { foldText } from "./folded.ts";
import { keyText } from "./key-text.ts";

type Make = (value: unknown) => Test<StoredCell>;

/** The comparator of lists, from the comparator of their elements. */
export function listOf<Element extends string | number | boolean>(
  comparatorOfOne: ComparatorOf<Element>,
): ComparatorOf<Element[]> {
  return (field, context) => {
    const one = comparatorOfOne(elementField(field), context);
    const some =
      (test: Test<Element>): Test<Element[]> =>
      (cell) =>
        cell.some(test);
    const tests = Object.entries(one.tests).map(([operator, make]) => [
      operator,
      (value: unknown) => some((make as Make)(value) as Test<Element>),
    ]);
    const keysOf = (cell: Element[]) => cell.map((each) => sortableText(one.sortKey(each)));
    const { whole } = one;
    return {
      // a list of checkboxes without a checked one counts as unchecked
      ...(whole && {
        whole: (cell) => (cell ?? [undefined]).map((each) => whole(each)) as Element[],
      }),
      ...(one.valueOfNull !== undefined && { valueOfNull: one.valueOfNull }),
      tests: Object.fromEntries(tests),
      isText: true,
      sortKey: (cell) => keyText(keysOf(cell).join("\t")),
      ...(one.basis && { basis: one.basis }),
      // as JSON, because an element may contain a tab
      identity: (cell) => keyText(JSON.stringify(keysOf(cell))),
      search: searchOf(field, context) ?? ((wanted) => some(one.search(wanted))),
    };
  };
}

/** The search in the elements; numbers are searched in the form that cells show. */
function searchOf(...[field, context]: Parameters<ComparatorOf<never>>) {
  const { family, elements } = typeOf(field);
  if (family(field.options) !== "numbers" || !elements) return undefined;
  return (wanted: string) => (cell: StoredCell) =>
    elements(cell, field.options, context).some((text) => foldText(text ?? "").includes(wanted));
}

/** The field as if its formula gave a single value. */
const elementField: (field: Parameters<ComparatorOf<never>>[0]) => typeof field = (field) =>
  field.formula ? { ...field, formula: { ...field.formula, isList: false } } : field;

/** A text that sorts like the number. */
function sortableText(key: string | number): string {
  if (typeof key === "string") return key;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, key);
  const bits = view.getBigUint64(0);
  const isNegative = bits >> 63n === 1n;
  return (isNegative ? ~bits & 0xffffffffffffffffn : bits | (1n << 63n)).toString(16).padStart(16, "0");
}
