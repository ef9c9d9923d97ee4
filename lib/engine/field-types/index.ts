/*
 * Every field type there is, and the names of those to come. Their options are lazy schemas: most functions only read and
 * show cells, and building all of them at start would add 6 ms to each.
 */
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { attachment } from "./attachment.ts";
import { autoNumber } from "./auto-number.ts";
import { button } from "./button.ts";
import { checkbox } from "./checkbox.ts";
import { createdBy } from "./created-by.ts";
import { createdTime } from "./created-time.ts";
import { date } from "./date.ts";
import { lastModifiedBy } from "./last-modified-by.ts";
import { lastModifiedTime } from "./last-modified-time.ts";
import { longText } from "./long-text.ts";
import { multipleSelect } from "./multiple-select.ts";
import { number } from "./number.ts";
import { rating } from "./rating.ts";
import { singleLineText } from "./single-line-text.ts";
import { singleSelect } from "./single-select.ts";
import { user } from "./user.ts";

const list: readonly FieldType[] = [
  ...[singleLineText, longText, number, checkbox, rating, date],
  ...[singleSelect, multipleSelect, user, attachment, button],
  ...[autoNumber, createdTime, lastModifiedTime, createdBy, lastModifiedBy],
];

export const fieldTypes: ReadonlyMap<string, FieldType> = new Map(list.map((each) => [each.type, each]));

export const fieldTypeNames: readonly string[] = [...fieldTypes.keys()];

export const findFieldType = (type: string): FieldType | undefined => fieldTypes.get(type);

/** Documented and not built yet, so that answers can say "not supported yet". Lookups are no type: `isLookup` makes one of any. */
export const laterFieldTypes: readonly string[] = ["link", "formula", "rollup"];
