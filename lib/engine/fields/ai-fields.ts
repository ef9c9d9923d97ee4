/* The fields that an aiConfig refers to. */

import type { AiTask } from "#lib/engine/field-types/shared/ai-tasks";
import type { FieldId } from "#lib/schemas/basics/ids";

export interface AiConfig {
  modelKey: string;
  type: AiTask;
  sourceFieldId?: FieldId;
  attachmentFieldIds?: FieldId[] | undefined;
  isAutoFill?: boolean | undefined;
  /** Text that is added to the prompt of the task. */
  attachPrompt?: string | undefined;
  /** For a customization: the prompt. It may name fields of the table: `{fld…}`. */
  prompt?: string | undefined;
  /** Of a translation. */
  targetLanguage?: string | undefined;
  /** For a customization of choices. */
  onlyAllowConfiguredOptions?: boolean | undefined;
}

/** A field in a prompt: `{fld…}`. */
export const namedField = /\{(fld[0-9A-Za-z]{16})\}/g;

/** The ids of the fields that a prompt names. */
export const fieldsInPrompt = (prompt = ""): string[] =>
  [...prompt.matchAll(namedField)].map(([, id]) => id as string);

/** The fields of an aiConfig, each with its path. */
export const fieldsIn = ({ sourceFieldId, prompt, attachmentFieldIds = [] }: AiConfig) => [
  ...(sourceFieldId ? [{ path: ["sourceFieldId"], id: sourceFieldId as string }] : []),
  ...fieldsInPrompt(prompt).map((id) => ({ path: ["prompt"], id })),
  ...attachmentFieldIds.map((id, i) => ({ path: ["attachmentFieldIds", i], id: id as string })),
];

/**
 * The aiConfig without deleted fields. Undefined if its source field was deleted; the same object if it names none of them. In a prompt,
 * `nameOf` gives the text that replaces a deleted field.
 */
export function aiWithoutFields(
  config: AiConfig,
  isGone: (id: string) => boolean,
  nameOf: (id: string) => string | undefined = () => undefined,
): AiConfig | undefined {
  const { sourceFieldId, prompt, attachmentFieldIds } = config;
  if (sourceFieldId && isGone(sourceFieldId)) return undefined;
  if (!fieldsIn(config).some(({ id }) => isGone(id))) return config;
  const named = prompt?.replace(namedField, (whole, id: string) =>
    isGone(id) ? (nameOf(id) ?? "…") : whole,
  );
  return {
    ...config,
    ...(named !== undefined && { prompt: named }),
    ...(attachmentFieldIds && { attachmentFieldIds: attachmentFieldIds.filter((id) => !isGone(id)) }),
  };
}
