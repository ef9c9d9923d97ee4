import * as z from "zod";
import { Icon } from "#lib/schemas/basics/icon";
import { BaseId, JobId, TableId, UserId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Position } from "#lib/schemas/basics/number";
import { Description, Name, Time } from "#lib/schemas/basics/text";
import { CellKeyType, InitialRecords, Record } from "#lib/schemas/records/record";
import { Field, NewField } from "./field.ts";
import { View } from "./view.ts";
import { NewView } from "./view-changes.ts";

export const DbName = z
  .string()
  .regex(/^[A-Za-z]\w{0,62}$/, "must be a letter, then up to 62 letters, digits or _");

export const NewTable = z
  .object({
    name: Name.default("New table"),
    dbTableName: DbName.optional().meta({
      description: "A name for programs. Default: derived from the name.",
    }),
    description: Description.nullable().optional(),
    icon: Icon.nullable().optional(),
    order: Position.optional().meta({ description: "Default: after the other tables." }),
    fieldKeyType: CellKeyType,
    fields: z
      .array(NewField)
      .max(limits.fieldsPerTable)
      .default([])
      .meta({ description: "Default, also for an empty list: Name, Count and Status." }),
    views: z
      .array(NewView)
      .max(limits.viewsPerTable)
      .default([])
      .meta({ description: "Default, also for an empty list: one grid." }),
    records: InitialRecords.optional().meta({
      description: "Default: three empty records. An empty list: no records.",
    }),
  })
  .meta({
    id: "NewTable",
    examples: [
      {
        name: "Tasks",
        icon: "📋",
        fields: [
          { type: "singleLineText", name: "Task" },
          {
            type: "singleSelect",
            name: "Status",
            options: { choices: [{ name: "open" }, { name: "done", color: "greenBright" }] },
          },
          { type: "date", name: "Due" },
        ],
        views: [
          { type: "grid", name: "All" },
          { type: "kanban", name: "Board" },
        ],
        records: [{ fields: { Task: "Write the plan", Status: "open", Due: "2026-02-01" } }],
      },
      {},
    ],
  });
export type NewTable = z.infer<typeof NewTable>;

export const TableCopy = z
  .object({
    name: Name.meta({ description: 'If the name is taken, " 2" is added.' }),
    includeRecords: z.boolean().default(false),
  })
  .meta({ id: "TableCopy", examples: [{ name: "Tasks of next year", includeRecords: false }] });
export type TableCopy = z.infer<typeof TableCopy>;

export const TableName = z.object({ name: Name }).meta({ id: "TableName", examples: [{ name: "Plan" }] });
export const TableDescription = z.object({ description: Description.nullable() }).meta({
  id: "TableDescription",
  description: "null removes it.",
  examples: [{ description: "Open tasks and their due dates." }],
});
export const TableIcon = z
  .object({ icon: Icon.nullable() })
  .meta({ id: "TableIcon", description: "null removes it.", examples: [{ icon: "📋" }] });
export const TablePlace = z
  .object({
    anchorId: TableId.meta({ description: "Another table of the base." }),
    position: z.enum(["before", "after"]),
  })
  .meta({ id: "TablePlace", examples: [{ anchorId: "tbl4mSa1Cw6nZ8tQ0Yh", position: "after" }] });
export type TablePlace = z.infer<typeof TablePlace>;

/** A table without its fields, views and records, as lists show it. */
export const TableHead = z
  .object({
    id: TableId,
    baseId: BaseId,
    name: z.string().meta({ examples: ["Tasks"] }),
    dbTableName: z.string().meta({ examples: ["bse4mSa1Cw6nZ8tQ0Yh.Tasks"] }),
    description: z.string().optional(),
    icon: z.string().optional(),
    order: z.number().meta({ description: "Lists are sorted by it, ascending." }),
    defaultViewId: ViewId,
    version: z.int().meta({ description: "Counts the changes of these members." }),
    createdTime: Time,
    createdBy: UserId,
    lastModifiedTime: Time,
  })
  .meta({ id: "TableHead" });
export type TableHead = z.infer<typeof TableHead>;

export const Table = z
  .object({
    ...TableHead.shape,
    fields: z.array(Field),
    views: z.array(View),
    records: z.array(Record),
    total: z.int().meta({ description: "How many records the table has." }),
  })
  .meta({ id: "Table" });
export type Table = z.infer<typeof Table>;

export const TableDuplicate = z
  .object({
    ...TableHead.shape,
    fields: z.array(Field),
    views: z.array(View),
    fieldMap: z.record(z.string(), z.string()).meta({ description: "Id of a field → id of its copy." }),
    viewMap: z.record(z.string(), z.string()).meta({ description: "Id of a view → id of its copy." }),
    jobId: JobId.optional().meta({
      description: "The job that copies the records, if there are many: until then the table is not there.",
    }),
  })
  .meta({ id: "TableDuplicate" });
export type TableDuplicate = z.infer<typeof TableDuplicate>;
