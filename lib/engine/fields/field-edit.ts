/* Edits an existing field: gives the changes, or all issues. Stored cells do not change. */

import { choicesGone } from "#lib/engine/field-types/shared/choices";
import { type Issue, needsConversion, pathOf } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { FieldUpdate } from "#lib/schemas/tables/field";
import { readAiConfig } from "./ai-config.ts";
import { type AiConfig, fieldsInPrompt } from "./ai-fields.ts";
import { type Field, typeOf, uniqueBasis } from "./field.ts";
import { mergeOptions } from "./merge-options.ts";
import { parsedOptions } from "./new-fields.ts";

interface Edit {
  /** The changed members; undefined removes one. */
  changes: {
    name?: string;
    dbFieldName?: string;
    description?: string | undefined;
    aiConfig?: AiConfig | undefined;
    options?: unknown;
  };
  issues: Issue[];
}

/** The changes of a field by a request. `fields` are all fields of the table. */
export function editField(field: Field, input: FieldUpdate, fields: readonly Field[]): Edit {
  const { name, dbFieldName, description } = input;
  const others = fields.filter(({ id }) => id !== field.id);
  const issues: Issue[] = [];
  const say = (path: string, message: string) => issues.push({ path, message });
  if (others.some((other) => other.name === name))
    say("name", `${JSON.stringify(name)} is taken by another field of this table`);
  if (others.some((other) => other.dbFieldName.toLowerCase() === dbFieldName?.toLowerCase()))
    say("dbFieldName", `${dbFieldName} is taken by another field of this table`);
  const options = input.options && editOptions(field, input.options, issues);
  // a stored prompt may name a deleted field, and the client may send it back
  const fieldIds = new Set([...fields.map(({ id }) => id), ...fieldsInPrompt(field.aiConfig?.prompt)]);
  const aiConfig = readAiConfig(input.aiConfig, typeOf(field), { at: ["aiConfig"], fieldIds, issues });

  const changes = {
    ...(name !== undefined && { name }),
    ...(dbFieldName !== undefined && { dbFieldName }),
    ...(description !== undefined && { description: description || undefined }),
    ...(input.aiConfig !== undefined && { aiConfig }),
    ...(options !== undefined && { options }),
  };
  const bytes = Buffer.byteLength(JSON.stringify({ ...field, ...changes }));
  if (bytes > limits.fieldBytes) say("", `a field may have at most ${limits.fieldBytes} bytes; got ${bytes}`);
  return { changes, issues };
}

function editOptions(field: Field, sent: unknown, issues: Issue[]): unknown {
  const type = typeOf(field);
  const options = parsedOptions(type, mergeOptions(field, sent), ["options"], issues);
  if (options === undefined) return undefined;
  const unfit = type.unfit?.(options, field.options);
  if (unfit) issues.push(needsConversion(pathOf(["options", ...unfit.path]), unfit.what));
  if (field.unique && uniqueBasis(field) !== uniqueBasis({ ...field, options }))
    issues.push(needsConversion("options.formatting", "showing other days, or times, of a unique field"));
  // cells with a removed choice would become empty
  if (field.notNull && choicesGone(field.options, options) > 0)
    issues.push(needsConversion("options.choices", "removing choices of a notNull field"));
  return options;
}
