/* Which fields an option that names one may name. */
import { typeOf } from "#lib/engine/fields/field";
import type { ViewField } from "./view-type.ts";

export const attachment = {
  fits: ({ type }: ViewField) => type === "attachment",
  must: "must be an attachment field",
};

export const groupable = {
  fits: ({ type }: ViewField) => type !== "button",
  must: "must not be a button field",
};

export const singleDate = {
  fits(field: ViewField) {
    const type = typeOf(field);
    return type.cellValueType === "dateTime" && !type.isMultiple(field.options);
  },
  must: "must be a field of single dates",
};
