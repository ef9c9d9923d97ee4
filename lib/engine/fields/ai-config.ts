/*
 * How a language model is to fill the cells of a field: checked, stored, answered; nothing runs it yet. What there is to say depends
 * on the type of the field, and on what is to be done.
 */
import * as z from "zod";
import { type AiTask, type AiUse, aiTasksOf } from "#lib/engine/field-types/shared/ai-tasks";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { FieldId } from "#lib/schemas/basics/ids";
import { issuesOf } from "#lib/schemas/basics/issues";
import { limits } from "#lib/schemas/basics/limits";
import { type AiConfig, fieldsIn } from "./ai-fields.ts";

const Word = z.lazy(() => z.string().trim().min(1, "must not be empty").max(limits.nameLength));
const Prompt = z.lazy(() => z.string().max(limits.promptLength));

/** Of all of them. */
const common = {
  modelKey: Word,
  isAutoFill: z.lazy(() => z.boolean()).optional(),
  attachPrompt: Prompt.optional(),
};

/** What the task is done with. */
function membersOf(task: AiTask) {
  if (task === "customization")
    return { prompt: Prompt, attachmentFieldIds: z.array(FieldId).max(limits.fieldsPerTable).optional() };
  return { sourceFieldId: FieldId, ...(task === "translation" && { targetLanguage: Word }) };
}

/** What some kinds of fields know besides. */
function moreOf(use: AiUse, task: AiTask) {
  if (use === "files")
    return {
      n: z.int().min(1).max(10).optional(),
      size: z
        .string()
        .regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, "must be width x height: 1024x1024")
        .optional(),
      quality: z.enum(["low", "medium", "high"]).optional(),
    };
  const isOfChoices = use === "oneChoice" || use === "choices";
  return isOfChoices && task === "customization"
    ? { onlyAllowConfiguredOptions: z.boolean().optional() }
    : {};
}

const known = new Map<AiUse, z.ZodType<AiConfig>>();

/** The shape of an aiConfig for a field of this kind. */
function shapeOf(use: AiUse): z.ZodType<AiConfig> {
  const shape = known.get(use) ?? union(use);
  known.set(use, shape);
  return shape;
}

function union(use: AiUse): z.ZodType<AiConfig> {
  const tasks: readonly AiTask[] = aiTasksOf[use];
  const [first, ...others] = tasks.map((task) =>
    z.object({ ...common, type: z.literal(task), ...membersOf(task), ...moreOf(use, task) }),
  );
  if (!first) throw new Error("a kind of fields has tasks");
  return z.discriminatedUnion("type", [first, ...others], {
    error: `must be one of ${tasks.join(", ")} for a field of this type`,
  }) as unknown as z.ZodType<AiConfig>;
}

export interface KnownToAi {
  /** Where in the request it stands. */
  at: PropertyKey[];
  /** All fields of the table, those of the same request among them. */
  fieldIds: ReadonlySet<string>;
  issues: Issue[];
}

/** An aiConfig as it is stored; undefined where there is none, or where it is wrong, which `issues` then says. */
export function readAiConfig(
  sent: unknown,
  { type, ai }: Pick<FieldType, "type" | "ai">,
  { at, fieldIds, issues }: KnownToAi,
): AiConfig | undefined {
  if (sent === null || sent === undefined) return undefined;
  if (!ai) {
    issues.push({ path: pathOf(at), message: `a ${type} field cannot have one` });
    return undefined;
  }
  const { data, error } = shapeOf(ai).safeParse(sent);
  if (!data) {
    issues.push(...issuesOf(error, at));
    return undefined;
  }
  for (const { path, id } of fieldsIn(data))
    if (!fieldIds.has(id))
      issues.push({ path: pathOf([...at, ...path]), message: "is no field of this table" });
  return data;
}
