/* Views in requests and responses. `options` depend on the type; lib/engine/view-types defines them. */
import * as z from "zod";
import { PluginId, UserId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Position } from "#lib/schemas/basics/number";
import { Time } from "#lib/schemas/basics/text";
import { Filter } from "./filter.ts";

export const viewTypes = ["grid", "kanban", "gallery", "calendar", "form", "plugin"] as const;
export type ViewTypeName = (typeof viewTypes)[number];

/** Shown instead of the password of a share. Sent back, it leaves the password unchanged. */
export const hiddenPassword = "********";

export const Order = z.strictObject({
  fieldId: z.string().meta({ examples: ["fld4mSa1Cw6nZ8tQ0Yh"] }),
  order: z.enum(["asc", "desc"]),
});

export const Sort = z
  .strictObject({
    sortObjs: z.array(Order).max(limits.sortFields, `must name at most ${limits.sortFields} fields`),
    manualSort: z.boolean().optional().meta({ description: "The rows keep their manual order." }),
  })
  .meta({ id: "Sort" });

export const Group = z
  .array(Order)
  .max(limits.groupFields, `must name at most ${limits.groupFields} fields`)
  .meta({ id: "Group" });
export type Group = z.infer<typeof Group>;

/** Words of a form. */
const Words = z.string().max(limits.questionLength).optional();

export const ShareMeta = z
  .strictObject({
    allowCopy: z.boolean().optional(),
    includeHiddenField: z.boolean().optional(),
    password: z.string().min(3).max(limits.nameLength).optional(),
    includeRecords: z.boolean().optional(),
    submit: z
      .strictObject({ allow: z.boolean().optional(), requireLogin: z.boolean().optional() })
      .optional(),
    frameOrigins: z
      .array(z.string().regex(/^(\*|https?:\/\/[A-Za-z0-9.-]+(:\d+)?)$/, "must be * or an origin"))
      .max(50)
      .optional()
      .meta({
        description:
          "The origins whose pages may show that of the share in a frame; * is all. Without it: none.",
      }),
  })
  .meta({
    id: "ShareMeta",
    description: "What visitors of the shared view may do.",
    examples: [{ allowCopy: true, includeRecords: true }],
  });
export type ShareMeta = z.infer<typeof ShareMeta>;

export const Column = z
  .strictObject({
    order: Position,
    width: z.number().min(1).max(limits.columnWidth).optional().meta({ description: "In pixels." }),
    hidden: z
      .boolean()
      .optional()
      .meta({ description: "Hides the field in grids and plugin views; kept without effect in the others." }),
    visible: z.boolean().optional().meta({
      description:
        "Shows the field in kanbans, galleries, calendars and forms; kept without effect in the others.",
    }),
    required: z.boolean().optional().meta({ description: "Has an effect in forms." }),
    question: Words.meta({ description: "What a form asks in place of the name of the field." }),
    help: Words.meta({ description: "What a form says below it in place of the description of the field." }),
    statisticFunc: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "The statistic below the column.", examples: ["count"] }),
  })
  .meta({ id: "Column", description: "How a view shows a field." });
export type Column = z.infer<typeof Column>;

/** Runs before zod copies an object key by key, which would lose a key named __proto__ silently and read any number of keys. */
export function checkKeys(sent: unknown, context: z.RefinementCtx): unknown {
  if (typeof sent !== "object" || sent === null) return sent;
  const say = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
  if (Object.hasOwn(sent, "__proto__")) say(["__proto__"], "is unknown");
  if (Object.keys(sent).length > limits.fieldsPerTable) say([], `at most ${limits.fieldsPerTable} members`);
  return sent;
}

const ColumnMeta = z
  .preprocess(checkKeys, z.record(z.string(), Column))
  .meta({ id: "ColumnMeta", description: "Field id → how the view shows the field." });
export type ColumnMeta = z.infer<typeof ColumnMeta>;

export const View = z
  .object({
    id: ViewId,
    name: z.string(),
    type: z.enum(viewTypes),
    description: z.string().optional(),
    order: z.number(),
    options: z.record(z.string(), z.unknown()).optional(),
    sort: Sort.optional(),
    filter: Filter.optional(),
    group: Group.optional(),
    isLocked: z.boolean().optional(),
    shareId: z.string().optional(),
    enableShare: z.boolean().optional(),
    shareMeta: ShareMeta.extend({ password: z.literal(hiddenPassword).optional() }).optional(),
    columnMeta: ColumnMeta,
    createdBy: UserId,
    createdTime: Time,
    lastModifiedBy: UserId.optional(),
    lastModifiedTime: Time,
    pluginId: PluginId.optional().meta({ description: "Only of a view of a plugin." }),
  })
  .meta({
    id: "View",
    description: "A way to look at a table.",
    examples: [
      {
        id: "viw4mSa1Cw6nZ8tQ0Yh",
        name: "Plan",
        type: "grid",
        order: 1,
        options: { rowHeight: "tall" },
        columnMeta: { fld4mSa1Cw6nZ8tQ0Yh: { order: 1, width: 200 } },
        createdBy: "usr4mSa1Cw6nZ8tQ0Yh",
        createdTime: "2026-01-31T09:30:00.000Z",
        lastModifiedTime: "2026-01-31T09:30:00.000Z",
      },
    ],
  });
export type View = z.infer<typeof View>;
