/* New views, and changes of one; each has its own endpoint. Separate from view.ts, which calls of shares load. */
import * as z from "zod";
import { TableId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Position } from "#lib/schemas/basics/number";
import { refuseRepeated } from "#lib/schemas/basics/repeated";
import { Description, Name } from "#lib/schemas/basics/text";
import { Filter } from "./filter.ts";
import { Column, checkKeys, Group, ShareMeta, Sort, viewTypes } from "./view.ts";

/** The path parameters of a view. */
export const InView = z.object({ tableId: TableId, viewId: ViewId });

const NewColumn = Column.partial({ order: true }).meta({
  id: "NewColumn",
  description: "How a new view shows a field. Without `order`, the field has its place in the table.",
});

const NewColumnMeta = z.preprocess(checkKeys, z.record(z.string(), NewColumn)).meta({
  id: "NewColumnMeta",
  description:
    "Id or name of a field → how the view shows it. Every type of view takes all members. Without `order`, a field has its place in the table.",
});

export const Options = z.preprocess(
  checkKeys,
  z.record(z.string(), z.unknown()).meta({
    description: `Depend on the type; an unknown member is a 400.
grid: rowHeight, fieldNameDisplayLines, frozenColumnCount.
kanban: stackFieldId, coverFieldId, isCoverFit, isFieldNameHidden, isEmptyStackHidden.
gallery: coverFieldId, isCoverFit, isFieldNameHidden.
calendar: startDateFieldId, endDateFieldId, titleFieldId, colorConfig.
form: coverUrl, logoUrl (a full address, or a path of this service, which answers show in full), submitLabel, thanks.
plugin: pluginId (a published plugin or one of your own, with the position "view"), pluginInstallId, pluginLogo.`,
    examples: [{ rowHeight: "short", fieldNameDisplayLines: 1, frozenColumnCount: 1 }],
  }),
);

export const NewView = z
  .object({
    type: z.enum(viewTypes),
    name: Name.default("New view").meta({ description: 'If the name is taken, " 2" is added.' }),
    description: Description.nullable().optional(),
    order: Position.optional().meta({ description: "Default: after the other views." }),
    options: Options.optional(),
    sort: Sort.nullable().optional(),
    filter: Filter.nullable().optional(),
    group: Group.nullable().optional(),
    isLocked: z.boolean().optional(),
    shareId: z
      .string()
      .regex(/^[\w-]{16,64}$/, "must be 16 to 64 letters, digits, - or _")
      .optional(),
    enableShare: z.boolean().optional().meta({ description: "Needs the scope `view|share` as well." }),
    shareMeta: ShareMeta.optional(),
    columnMeta: NewColumnMeta.optional(),
  })
  .meta({ id: "NewView", examples: [{ type: "grid", name: "Plan", options: { rowHeight: "tall" } }] });
export type NewView = z.infer<typeof NewView>;

const takenAway = "null removes it.";
const fieldId = "fld4mSa1Cw6nZ8tQ0Yh";

export const ViewName = z.object({ name: Name }).meta({ id: "ViewName", examples: [{ name: "Plan" }] });

export const ViewDescription = z
  .object({ description: Description.nullable() })
  .meta({ id: "ViewDescription", description: takenAway, examples: [{ description: "What is due." }] });

export const ViewPlace = z
  .object({
    anchorId: ViewId.meta({ description: "Another view of the table." }),
    position: z.enum(["before", "after"]),
  })
  .meta({ id: "ViewPlace", examples: [{ anchorId: "viw4mSa1Cw6nZ8tQ0Yh", position: "after" }] });
export type ViewPlace = z.infer<typeof ViewPlace>;

export const ViewFilter = z.object({ filter: Filter.nullable() }).meta({
  id: "ViewFilter",
  description: takenAway,
  examples: [
    { filter: { conjunction: "and", filterSet: [{ fieldId, operator: "contains", value: "plan" }] } },
  ],
});

export const ViewSort = z.object({ sort: Sort.nullable() }).meta({
  id: "ViewSort",
  description: takenAway,
  examples: [{ sort: { sortObjs: [{ fieldId, order: "asc" }] } }],
});

export const ViewGroup = z.object({ group: Group.nullable() }).meta({
  id: "ViewGroup",
  description: takenAway,
  examples: [{ group: [{ fieldId, order: "desc" }] }],
});

export const ViewOptions = z.object({ options: Options }).meta({
  id: "ViewOptions",
  description: "Each member replaces that of the view; members left out stay.",
  examples: [{ options: { rowHeight: "tall" } }],
});

/** null removes a member, except `order`, which every column has. */
const { order, width, hidden, visible, required, question, help, statisticFunc } = Column.shape;
const ColumnChange = z.strictObject({
  order: order.optional(),
  width: width.nullable(),
  hidden: hidden.nullable(),
  visible: visible.nullable(),
  required: required.nullable(),
  question: question.nullable(),
  help: help.nullable(),
  statisticFunc,
});

export const ColumnChanges = z
  .array(z.object({ fieldId: z.string(), columnMeta: ColumnChange }))
  .min(1, "must name at least one field")
  .max(limits.fieldsPerTable, `must name at most ${limits.fieldsPerTable} fields`)
  .superRefine(refuseRepeated("fieldId"))
  .meta({
    id: "ColumnChanges",
    description: "Changes the columns of these fields. Members left out stay; null removes one.",
    examples: [[{ fieldId, columnMeta: { width: 240, statisticFunc: "filled" } }]],
  });
export type ColumnChanges = z.infer<typeof ColumnChanges>;

export const ViewLock = z
  .object({ isLocked: z.boolean() })
  .meta({ id: "ViewLock", examples: [{ isLocked: true }] });

export const ShareAddress = z
  .object({
    shareId: z.string().meta({ examples: ["shr4mSa1Cw6nZ8tQ0Yh"] }),
    url: z.string().meta({
      description: "The address of the page of the share.",
      examples: ["https://gridless.example.com/share/shr4mSa1Cw6nZ8tQ0Yh"],
    }),
  })
  .meta({ id: "ShareAddress", description: "Everyone who has this id or address can open the view." });
export type ShareAddress = z.infer<typeof ShareAddress>;
