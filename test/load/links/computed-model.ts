/* Lookups, rollups and formulas in plain data: what each cell must be, from the cells that people wrote. */

export type Cell = string | number | (string | number)[] | undefined;
export interface Spec {
  id: string;
  table: number;
  /** Of its elements. */
  kind: "text" | "number" | "other";
  isList: boolean;
  /** As requests name it. */
  type: string;
  made?: Made;
}
interface LookedUp {
  link: Spec;
  source: Spec;
  /** Only records whose number in this field is above this. */
  above?: { field: Spec; than: number };
}
type Made =
  | ({ by: "lookup" } & LookedUp)
  | ({ by: "rollup"; expression: string } & LookedUp)
  | { by: "formula"; expression: string; of: Spec };

/** The records of a table by id, with the cells by field id, in the order of the table. */
export type Rows = Map<string, Record<string, unknown>>;

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const numbersIn = (all: Cell[]) => all.filter((each) => typeof each === "number");

export const rollups: Record<string, (all: Cell[]) => Cell> = {
  "countall({values})": (all) => all.length,
  "counta({values})": (all) => all.filter((each) => each !== undefined).length,
  "sum({values})": (all) => sum(numbersIn(all)),
  "max({values})": (all) => (numbersIn(all).length > 0 ? Math.max(...numbersIn(all)) : undefined),
  "min({values})": (all) => (numbersIn(all).length > 0 ? Math.min(...numbersIn(all)) : undefined),
};

const linkIds = (cell: unknown): string[] => [cell ?? []].flat().map((each) => (each as { id: string }).id);

/** The cell of a field, worked out anew. */
export function cellOf(field: Spec, id: string, tables: Rows[]): Cell {
  const { made } = field;
  if (!made) return tables[field.table]?.get(id)?.[field.id] as Cell;
  if (made.by === "formula") {
    const of = cellOf(made.of, id, tables);
    if (made.of.isList) return sum((of as number[] | undefined) ?? []);
    return made.of.kind === "text" ? `${of ?? ""}!` : Number(of ?? 0) * 2 + 1;
  }
  const { link, source, above } = made;
  const found = linkIds(tables[link.table]?.get(id)?.[link.id])
    .filter((other) => !above || Number(cellOf(above.field, other, tables) ?? -Infinity) > above.than)
    .map((other) => cellOf(source, other, tables));
  if (made.by === "rollup") return rollups[made.expression]?.(found.flat());
  const filled = found.filter((cell) => cell !== undefined);
  if (!field.isList) return filled[0];
  return filled.length > 0 ? (filled.flat() as string[]) : undefined;
}

/** Whether something that the field is made of is gone. */
export function isBroken({ made }: Spec, gone: ReadonlySet<string>): boolean {
  if (!made) return false;
  const needs = made.by === "formula" ? [made.of] : [made.link, made.source, made.above?.field];
  return needs.some((need) => need && (gone.has(need.id) || isBroken(need, gone)));
}

/** Whether it is made of a formula that lost something. Such a formula may still give something: it takes empty cells. */
export function isUnsure(field: Spec, gone: ReadonlySet<string>): boolean {
  const { made } = field;
  if (!made || !isBroken(field, gone)) return false;
  if (made.by === "formula") return true;
  return [made.source, made.above?.field].some((need) => need && isUnsure(need, gone));
}
