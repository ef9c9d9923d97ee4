/* The fields that an aiConfig names. */

import type { AiTask } from "#lib/engine/field-types/shared/ai-tasks";
import type { FieldId } from "#lib/schemas/basics/ids";

export interface AiConfig {
  modelKey: string;
  type: AiTask;
  sourceFieldId?: FieldId;
  attachmentFieldIds?: FieldId[] | undefined;
}

/** With the path of each. */
export const fieldsIn = ({ sourceFieldId, attachmentFieldIds = [] }: AiConfig) => [
  ...(sourceFieldId ? [{ path: ["sourceFieldId"], id: sourceFieldId }] : []),
  ...attachmentFieldIds.map((id, i) => ({ path: ["attachmentFieldIds", i], id })),
];

/** What is left of it without these fields: nothing, where the one that it is about is gone; the very same where none is named. */
export function aiWithoutFields(config: AiConfig, ids: ReadonlySet<string>): AiConfig | undefined {
  if (config.sourceFieldId && ids.has(config.sourceFieldId)) return undefined;
  if (!config.attachmentFieldIds?.some((id) => ids.has(id))) return config;
  return { ...config, attachmentFieldIds: config.attachmentFieldIds.filter((id) => !ids.has(id)) };
}
