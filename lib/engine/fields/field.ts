/* A stored field, and functions that ask its type. */

import { findFieldType } from "#lib/engine/field-types/index";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import type { FieldId, JobId } from "#lib/schemas/basics/ids";
import type { AiConfig } from "./ai-fields.ts";

export interface Field {
  id: FieldId;
  name: string;
  type: string;
  /** The output of the type's `options` schema. */
  options: unknown;
  dbFieldName: string;
  description?: string;
  aiConfig?: AiConfig;
  isPrimary?: true;
  notNull?: true;
  unique?: true;
  /** Something that it needs is gone for now: the table of a link field is in the trash. Its cells can be read, not written. */
  hasError?: true;
  /** A text field that was a link field: the table that it showed is gone. Old cells, also in history and trash, may still hold links. */
  wasLink?: true;
  /** A job is changing its cells. */
  pending?: JobId;
}

/** The type of a stored field. Throws for an unknown type, which is never stored. */
export function typeOf(field: { type: string }): FieldType {
  const type = findFieldType(field.type);
  if (!type) throw new Error(`a stored field has the unknown type ${field.type}`);
  return type;
}

/** Whether cells of this field are computed, so that it cannot be written. */
export const isComputed = (field: Pick<Field, "type">): boolean => typeOf(field).compute !== undefined;

/** Whether cells of this field hold people. */
export const holdsPeople = (field: Field): boolean => typeOf(field).peopleIn !== undefined;

/** Whether cells of this field hold files. */
export const holdsFiles = (field: Field): boolean => typeOf(field).filesIn !== undefined;

/** Whether cells of this field hold links to records. */
export const holdsLinks = (field: Field): boolean => typeOf(field).linksIn !== undefined;

/** The file tokens and attachment ids in a value or stored cell of this field. */
export const filesIn = (field: Field, value: unknown): string[] => typeOf(field).filesIn?.(value) ?? [];

/** The ids of people in a value or stored cell of this field. */
export const peopleIn = (field: Field, value: unknown): string[] => typeOf(field).peopleIn?.(value) ?? [];

/** The options as answers show them. */
export const shownOptions = (field: Field): unknown =>
  typeOf(field).shownOptions?.(field.options) ?? field.options;
