/* What a view type is. One file each under view-types/; everything else asks here and never switches on a type's name. */
import type * as z from "zod";
import type { Field } from "#lib/engine/fields/field";
import type { Column, NewView, ShareMeta } from "#lib/schemas/tables/view";

/** What a view has to know of a field. */
export type ViewField = Pick<Field, "id" | "name" | "type" | "options" | "isPrimary">;

export type ViewOptions = NonNullable<NewView["options"]>;

/** A member of the options that holds the id of a field. */
interface FieldOption {
  readonly path: readonly string[];
  readonly fits?: (field: ViewField) => boolean;
  /** Said of a field that does not fit. */
  readonly must?: string;
}

export interface ViewType {
  /** Strict. Built when asked for: a request is about one or two types. */
  options(): z.ZodType;
  readonly fieldOptions: readonly FieldOption[];
  /** Options that stay as the view was made with them. */
  readonly fixedOptions?: readonly string[];
  /** What its share may do unless somebody says otherwise. */
  readonly sharing: ShareMeta;
  /** What columnMeta may say of a field besides its order. */
  readonly columnMembers: readonly Exclude<keyof Column, "order">[];
  readonly canHidePrimary: boolean;
  /** What columnMeta says of the primary field unless the request does. */
  readonly primaryColumn?: Partial<Column>;
  /** Options chosen for a view that is created without them. */
  initialOptions?(fields: readonly ViewField[]): ViewOptions;
}
