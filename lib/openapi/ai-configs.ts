/* The aiConfig of each kind of field, as components: one for each task, and the union of the tasks that the kind has. */
import * as z from "zod";
import { type AiUse, aiTasksOf } from "#lib/engine/field-types/shared/ai-tasks";
import { aiTaskShape } from "#lib/engine/fields/ai-config";
import type { Schema } from "./shape.ts";
import { titled } from "./variants.ts";

const nameOf = (use: AiUse) => `${titled(use)}AiConfig`;

/** A reference to the aiConfig of this kind of field. */
export const pointAt = (use: AiUse): Schema => ({ $ref: `#/components/schemas/${nameOf(use)}` });

const words: Record<string, string> = {
  type: "The task.",
  modelKey: "The name of the model.",
  isAutoFill: "Whether new records are filled without being asked for.",
  attachPrompt: "Words that are added to those of the task.",
  prompt: "What the model is asked.",
  attachmentFieldIds: "Attachment fields whose files are sent along.",
  sourceFieldId: "The field whose cell is read.",
  targetLanguage: "The language of the translation.",
  n: "How many images.",
  size: "Width x height in pixels, for example 1024x1024.",
  quality: "The quality of the images.",
  onlyAllowConfiguredOptions: "Whether only choices that exist may be used.",
};

/** The components of all kinds of fields. */
export function aiConfigs(): Record<string, Schema> {
  const components: Record<string, Schema> = {};
  for (const [use, tasks] of Object.entries(aiTasksOf) as [AiUse, (typeof aiTasksOf)[AiUse]][]) {
    const mapping: Record<string, string> = {};
    for (const task of tasks) {
      const name = `${titled(use)}${titled(task)}Ai`;
      const { $schema, $defs, ...schema } = z.toJSONSchema(aiTaskShape(use, task), { io: "input" });
      const members = Object.entries(schema.properties ?? {}).map(([member, shape]) => [
        member,
        { ...(shape as Schema), description: words[member] },
      ]);
      components[name] = JSON.parse(
        JSON.stringify({
          ...schema,
          description: `How a language model fills the cells: ${task}.`,
          properties: Object.fromEntries(members),
        }).replaceAll("#/$defs/", "#/components/schemas/"),
      ) as Schema;
      mapping[task] = `#/components/schemas/${name}`;
    }
    components[nameOf(use)] = {
      description: "How a language model fills the cells, by task (`type`).",
      oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
      discriminator: { propertyName: "type", mapping },
    };
  }
  return components;
}
