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
