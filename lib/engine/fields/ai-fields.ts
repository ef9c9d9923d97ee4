/* The fields that an aiConfig refers to. */

import type { AiTask } from "#lib/engine/field-types/shared/ai-tasks";
import type { FieldId } from "#lib/schemas/basics/ids";

export interface AiConfig {
  modelKey: string;
  type: AiTask;
  sourceFieldId?: FieldId;
  attachmentFieldIds?: FieldId[] | undefined;
  isAutoFill?: boolean | undefined;
  /** Words that are added to those of the task. */
  attachPrompt?: string | undefined;
  /** Of a customization: what the model is asked. It may name fields of the table: `{fld…}`. */
  prompt?: string | undefined;
  /** Of a translation. */
  targetLanguage?: string | undefined;
  /** Of a customization of choices. */
  onlyAllowConfiguredOptions?: boolean | undefined;
}

/** The fields of an aiConfig, each with its path. */
export const fieldsIn = ({ sourceFieldId, attachmentFieldIds = [] }: AiConfig) => [
  ...(sourceFieldId ? [{ path: ["sourceFieldId"], id: sourceFieldId }] : []),
  ...attachmentFieldIds.map((id, i) => ({ path: ["attachmentFieldIds", i], id })),
];

/** The aiConfig without these fields: undefined if its source field is one of them; the same object if it names none of them. */
export function aiWithoutFields(config: AiConfig, ids: ReadonlySet<string>): AiConfig | undefined {
  if (config.sourceFieldId && ids.has(config.sourceFieldId)) return undefined;
  if (!config.attachmentFieldIds?.some((id) => ids.has(id))) return config;
  return { ...config, attachmentFieldIds: config.attachmentFieldIds.filter((id) => !ids.has(id)) };
}
