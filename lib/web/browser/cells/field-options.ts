/* What fields and cells have by their types. Answers describe them only roughly. */

export interface FieldOptions {
  choices?: { name: string; color: string }[];
  preventAutoNewOptions?: boolean;
  formatting?: {
    type?: "decimal" | "percent" | "currency";
    precision?: number;
    symbol?: string;
    date?: string;
    time?: "HH:mm" | "hh:mm A" | "None";
    timeZone?: string;
  };
  /** The highest rating. */
  max?: number;
  foreignTableId?: string;
}

/** The options of a field, those that its type has. */
export const optionsOf = ({ options }: { options?: unknown }): FieldOptions => options ?? {};

/** How a field without options of its own shows numbers and dates. */
export const plainNumber = { type: "decimal", precision: 2, symbol: "" } as const;
export const plainDate = { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" } as const;

/** The elements of a cell: none, one, or those of a list. */
export const cellElements = <Element>(value: unknown): Element[] => [value].flat().filter(isElement<Element>);

const isElement = <Element>(each: unknown): each is Element => each !== undefined && each !== null;

/** A list as it was before an edit: its elements, by what a call names them with. */
export type ListBefore = (string | { id: string } | { token: string; name: string })[];

/** A list as it is before an edit, so that the edit keeps what others do to it meanwhile. Undefined if the cells of the field are no lists. */
export const seenOf = (
  { isMultipleCellValue }: { isMultipleCellValue?: boolean | undefined },
  value: unknown,
): ListBefore | undefined => (isMultipleCellValue ? seenElements(value) : undefined);

/** The elements of a list, without what is long. A record that is still to be made has no name yet. */
export const seenElements = (value: unknown): ListBefore =>
  cellElements<string | { id?: string; token?: string; name?: string }>(value).flatMap((each): ListBefore => {
    if (typeof each === "string") return [each];
    const { id, token, name = "" } = each;
    return token !== undefined ? [{ token, name }] : id !== undefined ? [{ id }] : [];
  });
