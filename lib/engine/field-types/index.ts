/*
 * All field types. Their options are lazy schemas: most functions only read and show cells,
 * and building all schemas would add 6 ms to each cold start.
 */
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { attachment } from "./attachment.ts";
import { autoNumber } from "./auto-number.ts";
import { button } from "./button.ts";
import { checkbox } from "./checkbox.ts";
import { createdBy } from "./created-by.ts";
import { createdTime } from "./created-time.ts";
import { date } from "./date.ts";
import { formula } from "./formula.ts";
import { lastModifiedBy } from "./last-modified-by.ts";
import { lastModifiedTime } from "./last-modified-time.ts";
import { link } from "./link.ts";
import { longText } from "./long-text.ts";
import { multipleSelect } from "./multiple-select.ts";
import { number } from "./number.ts";
import { rating } from "./rating.ts";
import { rollup } from "./rollup.ts";
import { singleLineText } from "./single-line-text.ts";
import { singleSelect } from "./single-select.ts";
import { user } from "./user.ts";

const list: readonly FieldType[] = [
  ...[singleLineText, longText, number, checkbox, rating, date],
  ...[singleSelect, multipleSelect, user, attachment, button, link],
  ...([formula, rollup] as FieldType[]),
  ...[autoNumber, createdTime, lastModifiedTime, createdBy, lastModifiedBy],
];

export const fieldTypes: ReadonlyMap<string, FieldType> = new Map(list.map((each) => [each.type, each]));

export const fieldTypeNames: readonly string[] = [...fieldTypes.keys()];

/** The field type of this name; undefined if there is none. */
export const findFieldType = (type: string): FieldType | undefined => fieldTypes.get(type);
