/* What was deleted and can be brought back, as requests and answers show it. */
import * as z from "zod";
import { BaseId, TableId, TrashId, UserId } from "#lib/schemas/basics/ids";
import { Time } from "#lib/schemas/basics/text";

const ResourceType = z.enum(["table", "record"]);

const Cursor = z.string().max(200).optional().meta({ description: "nextCursor of the page before." });

export const BaseTrashQuery = z.strictObject({ baseId: BaseId, cursor: Cursor });
export const TableTrashQuery = z.strictObject({ tableId: TableId, cursor: Cursor });

export const HolderQuery = z.strictObject({
  resourceId: z
    .union([BaseId, TableId])
    .meta({ description: "A base: its deleted tables. A table: its deleted records." }),
});

export const TrashItem = z
  .object({
    id: TrashId,
    resourceType: ResourceType,
    resourceIds: z.array(z.string()).meta({
      description: "What was deleted by one call, and is brought back together.",
      examples: [["rec0000014mSa1Cw6nZ"]],
    }),
    name: z.string().meta({ description: "Of records the first one's." }),
    deletedBy: UserId,
    deletedTime: Time,
  })
  .meta({ id: "TrashItem" });
export type TrashItem = z.infer<typeof TrashItem>;

export const TrashPage = z
  .object({
    items: z.array(TrashItem).meta({ description: "The newest first." }),
    nextCursor: z.string().nullable().meta({ description: "Null at the end." }),
  })
  .meta({ id: "TrashPage" });
export type TrashPage = z.infer<typeof TrashPage>;

export const Trashed = z.object({ trashId: TrashId }).meta({ id: "Trashed" });

export const Restored = z.object({ resourceType: ResourceType, resourceIds: z.array(z.string()) }).meta({
  id: "Restored",
  examples: [{ resourceType: "record", resourceIds: ["rec0000014mSa1Cw6nZ"] }],
});
export type Restored = z.infer<typeof Restored>;
