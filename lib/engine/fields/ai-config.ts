/* How a language model fills the cells of a field. Its members depend on the field type and on the task. */
import * as z from "zod";
import { type AiTask, type AiUse, aiTasksOf } from "#lib/engine/field-types/shared/ai-tasks";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { issuesOf } from "#lib/schemas/issues/issues";
import { type AiConfig, fieldsIn } from "./ai-fields.ts";

const Word = z.lazy(() => z.string().trim().min(1, "must not be empty").max(limits.nameLength));
const Prompt = z.lazy(() => z.string().max(limits.promptLength));

/** The members that every aiConfig has. */
const common = {
  modelKey: Word,
  isAutoFill: z.lazy(() => z.boolean()).optional(),
  attachPrompt: Prompt.optional(),
};

/** The members that the task needs. */
function membersOf(task: AiTask) {
  if (task === "customization")
    return { prompt: Prompt, attachmentFieldIds: z.array(FieldId).max(limits.fieldsPerTable).optional() };
  return { sourceFieldId: FieldId, ...(task === "translation" && { targetLanguage: Word }) };
}

/** Additional members for some kinds of fields. */
function moreOf(use: AiUse, task: AiTask) {
  if (use === "files")
    return {
      n: z.int().min(1).max(10).optional(),
      size: z
        .string()
        .regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, "must be width x height, for example 1024x1024")
        .optional(),
      quality: z.enum(["low", "medium", "high"]).optional(),
    };
  const isOfChoices = use === "oneChoice" || use === "choices";
  return isOfChoices && task === "customization"
    ? { onlyAllowConfiguredOptions: z.boolean().optional() }
    : {};
}

const known = new Map<AiUse, z.ZodType<AiConfig>>();

/** The schema of an aiConfig for this kind of field. */
function shapeOf(use: AiUse): z.ZodType<AiConfig> {
  const shape = known.get(use) ?? union(use);
  known.set(use, shape);
  return shape;
}

/** The schema of an aiConfig with this task, for this kind of field. */
export const aiTaskShape = (use: AiUse, task: AiTask) =>
  z.object({ ...common, type: z.literal(task), ...membersOf(task), ...moreOf(use, task) });

function union(use: AiUse): z.ZodType<AiConfig> {
  const tasks: readonly AiTask[] = aiTasksOf[use];
  const [first, ...others] = tasks.map((task) => aiTaskShape(use, task));
  if (!first) throw new Error(`no tasks for the kind of field ${use}`);
  return z.discriminatedUnion("type", [first, ...others], {
    error: `must be one of ${tasks.join(", ")} for a field of this type`,
  }) as unknown as z.ZodType<AiConfig>;
}

export interface KnownToAi {
  /** The path of the aiConfig in the request. */
  at: PropertyKey[];
  /** The ids of all fields of the table, including those of the same request. */
  fieldIds: ReadonlySet<string>;
  issues: Issue[];
  /** The aiConfig may name fields that the table does not have. */
  isOpen?: boolean;
}

/** The aiConfig to store. Undefined if the request has none, or if it is invalid: then `issues` gets its issues. */
export function readAiConfig(
  sent: unknown,
  { type, ai }: Pick<FieldType, "type" | "ai">,
  { at, fieldIds, issues, isOpen }: KnownToAi,
): AiConfig | undefined {
  if (sent === null || sent === undefined) return undefined;
  if (!ai) {
    issues.push({ path: pathOf(at), message: `a ${type} field cannot have an aiConfig` });
    return undefined;
  }
  const { data, error } = shapeOf(ai).safeParse(sent);
  if (!data) {
    issues.push(...issuesOf(error, at));
    return undefined;
  }
  for (const { path, id } of isOpen ? [] : fieldsIn(data))
    if (!fieldIds.has(id))
      issues.push({ path: pathOf([...at, ...path]), message: "is not a field of this table" });
  return data;
}
