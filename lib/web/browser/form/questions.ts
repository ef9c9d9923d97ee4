/*
 * The questions of a form: which fields it asks for, in which order, and what is written to change that. The engine has the same rule
 * (lib/engine/views/shared-view.ts); test/web/form compares them.
 */
import type { Field } from "#lib/schemas/tables/field";
import type { Column, View } from "#lib/schemas/tables/view";
import { formTexts } from "./texts.ts";

/** A change of columns, as the server takes it. */
export interface QuestionChange {
  fieldId: string;
  columnMeta: { [Member in keyof Column]?: Column[Member] | null };
}

type Columns = Pick<View, "columnMeta" | "enableShare">;

/** Why a form cannot ask for a field; undefined if it can. */
export function whyNever({ type, isComputed, isLookup }: Field): string | undefined {
  if (isComputed || isLookup) return formTexts.computed;
  return type === "button" ? formTexts.buttons : undefined;
}

/** Whether a form shows the field, if it can ask for it. */
function isShown({ columnMeta, enableShare }: Columns): (field: Field) => boolean {
  const someVisible = Object.values(columnMeta).some(({ visible }) => visible === true);
  return ({ id, type }) => {
    const visible = columnMeta[id]?.visible;
    // visitors would see who the members are, and strangers send files only if that is wanted
    return type === "user" || type === "attachment"
      ? visible === true
      : (visible ?? !(someVisible && enableShare));
  };
}

const inOrder = ({ columnMeta }: Columns, fields: readonly Field[]): Field[] =>
  fields.toSorted(
    (a, b) => (columnMeta[a.id]?.order ?? Number.MAX_VALUE) - (columnMeta[b.id]?.order ?? Number.MAX_VALUE),
  );

/** The fields that the form asks for, in their order. */
export const askedIn = (view: Columns, fields: readonly Field[]): Field[] =>
  inOrder(view, fields).filter((field) => whyNever(field) === undefined && isShown(view)(field));

/** The other fields: those that can be asked for, and those that cannot. */
export function notAsked(view: Columns, fields: readonly Field[]): { can: Field[]; never: Field[] } {
  const asked = new Set(askedIn(view, fields));
  const others = inOrder(view, fields).filter((field) => !asked.has(field));
  const can = others.filter((field) => whyNever(field) === undefined);
  return { can, never: others.filter((field) => !can.includes(field)) };
}

/** What gives the questions this order; all other fields come after them. */
export function orderChanges(
  view: Columns,
  fields: readonly Field[],
  asked: readonly string[],
): QuestionChange[] {
  const rest = inOrder(view, fields).flatMap(({ id }) => (asked.includes(id) ? [] : [id]));
  return [...asked, ...rest].flatMap((fieldId, order) =>
    view.columnMeta[fieldId]?.order === order ? [] : [{ fieldId, columnMeta: { order } }],
  );
}

/** What makes a field the last question. */
export function askChanges(view: Columns, fields: readonly Field[], id: string): QuestionChange[] {
  const asked: string[] = [...askedIn(view, fields).map((field) => field.id), id];
  const others = orderChanges(view, fields, asked).filter(({ fieldId }) => fieldId !== id);
  return [...others, { fieldId: id, columnMeta: { visible: true, order: asked.length - 1 } }];
}

/** The list with the element at one place moved to another. */
export const movedTo = <Each>(list: readonly Each[], from: number, to: number): Each[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));

/** The place for what is dragged from `from` to the height `y`, among cards with these middles. */
export const placeAt = (middles: readonly number[], from: number, y: number): number =>
  middles.filter((middle, i) => i !== from && middle < y).length;

/** What the form asks, and what it says below that. */
export function wordsOf({ columnMeta }: Columns, { id, name, description }: Field) {
  const { question, help } = columnMeta[id] ?? {};
  return { question: question || name, help: help ?? description ?? "" };
}

/** Whether the form takes no answer without this. */
export const isRequired = ({ columnMeta }: Columns, { id, notNull }: Field): boolean =>
  columnMeta[id]?.required === true || notNull === true;
