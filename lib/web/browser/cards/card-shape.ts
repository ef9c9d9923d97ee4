/* What a card shows, and how high it is: all cards of a view are equally high, so that far ones need not be in the page. */
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { orderFields } from "../grid/columns.ts";

export interface CardShape {
  title: Field | undefined;
  cover: Field | undefined;
  /** The whole picture is shown, otherwise its middle. */
  isCoverFit: boolean;
  hasNames: boolean;
  /** The other fields, from the top. */
  lines: readonly Field[];
}

type Shown = Pick<View, "columnMeta" | "options">;

/** Whether a view with cards shows a field. The engine decides it alike. */
export function isOnCards({ columnMeta }: Shown): (field: { id: string }) => boolean {
  const someVisible = Object.values(columnMeta).some(({ visible }) => visible === true);
  return ({ id }) => {
    const { visible, hidden } = columnMeta[id] ?? {};
    return someVisible ? visible === true : visible !== false && !hidden;
  };
}

/** The field that an option of a view names, if it is one of these. */
export const fieldOfOption = (view: Shown, option: string, fields: readonly Field[]): Field | undefined =>
  fields.find(({ id }) => id === view.options?.[option]);

/** The card of a view. */
export function shapeOf(view: View, fields: readonly Field[]): CardShape {
  const cover = fieldOfOption(view, "coverFieldId", fields);
  const title = fieldOfOption(view, "titleFieldId", fields) ?? fields.find(({ isPrimary }) => isPrimary);
  const isShown = isOnCards(view);
  const lines = orderFields(fields, view).filter(
    (field) => isShown(field) && field !== title && field !== cover && field.type !== "button",
  );
  const { isCoverFit, isFieldNameHidden } = view.options ?? {};
  return { title, cover, lines, isCoverFit: isCoverFit === true, hasNames: isFieldNameHidden !== true };
}

const heights = { title: 46, cover: 144, line: 26, edges: 14 } as const;

/** The height of a card in pixels. */
export const heightOfCard = ({ cover, lines }: CardShape): number =>
  heights.title + (cover ? heights.cover : 0) + lines.length * heights.line + heights.edges;

/** The ids of the fields whose cells are needed for the cards, each once. */
export const fieldsAsked = ({ title, cover, lines }: CardShape, ...more: (Field | undefined)[]): string[] => [
  ...new Set([title, cover, ...lines, ...more].flatMap((field) => field?.id ?? [])),
];
