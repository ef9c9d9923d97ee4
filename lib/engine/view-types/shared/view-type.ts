/* The interface of view types. Each type has a file under view-types/; other code uses this interface and never checks the name of a type. */
import type * as z from "zod";
import type { Field } from "#lib/engine/fields/field";
import type { Column, ShareMeta } from "#lib/schemas/tables/view";
import type { NewView } from "#lib/schemas/tables/view-changes";

/** The members of a field that views need. */
export type ViewField = Pick<
  Field,
  "id" | "name" | "type" | "options" | "formula" | "lookupOptions" | "isPrimary"
>;

export type ViewOptions = NonNullable<NewView["options"]>;

/** An option that holds the id of a field. */
interface FieldOption {
  readonly path: readonly string[];
  readonly fits?: (field: ViewField) => boolean;
  /** The message for a field that does not fit. */
  readonly must?: string;
}

export interface ViewType {
  /** The schema of the options; refuses unknown keys. Built on demand, because a request needs one or two types. */
  options(): z.ZodType;
  readonly fieldOptions: readonly FieldOption[];
  /** Options that hold an address, which answers show in full. */
  readonly addressOptions?: readonly string[];
  /** Options that cannot be changed after the view was created. */
  readonly fixedOptions?: readonly string[];
  /** What a share allows by default. */
  readonly sharing: ShareMeta;
  /** The member of a column that shows or hides the field. Columns keep the other one too, but it has no effect. */
  readonly hidesBy: "hidden" | "visible";
  /** Whether `visible: false` hides one field; otherwise `visible: true` of some fields hides all others. */
  readonly asksAll?: true;
  readonly canHidePrimary: boolean;
  /** The default column of the primary field. */
  readonly primaryColumn?: Partial<Column>;
  /** Default options for a new view of these fields. */
  initialOptions?(fields: readonly ViewField[]): ViewOptions;
}
