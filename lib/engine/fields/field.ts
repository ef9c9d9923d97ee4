/* A field of a table as it is stored, and what its type knows with its options filled in. */

import { findFieldType } from "#lib/engine/field-types/index";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { AiConfig } from "./ai-fields.ts";

export interface Field {
  id: FieldId;
  name: string;
  type: string;
  /** As the type's `options` schema left them. */
  options: unknown;
  dbFieldName: string;
  description?: string;
  aiConfig?: AiConfig;
  isPrimary?: true;
  notNull?: true;
  unique?: true;
}

/** The type of a field that is stored, so of one that is known. */
export function typeOf(field: { type: string }): FieldType {
  const type = findFieldType(field.type);
  if (!type) throw new Error(`a field of type ${field.type} is stored, and no such type is known`);
  return type;
}

export const isComputed = (field: Pick<Field, "type">): boolean => typeOf(field).compute !== undefined;

/** Whether cells of this field name people. */
export const holdsPeople = (field: Field): boolean => typeOf(field).peopleIn !== undefined;

/** Whether cells of this field hold files. */
export const holdsFiles = (field: Field): boolean => typeOf(field).filesIn !== undefined;

/** The files that a request's value, or a stored cell, of this field names: tokens, and ids of attachments. */
export const filesIn = (field: Field, value: unknown): string[] => typeOf(field).filesIn?.(value) ?? [];

/** The ids of people that a request's value, or a stored cell, of this field names. */
export const peopleIn = (field: Field, value: unknown): string[] => typeOf(field).peopleIn?.(value) ?? [];
