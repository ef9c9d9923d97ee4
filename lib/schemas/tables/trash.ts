/* The trash in requests and responses: what was deleted and can be restored. */
import * as z from "zod";
import { BaseId, TableId, TrashId, UserId } from "#lib/schemas/basics/ids";
import { Time } from "#lib/schemas/basics/text";

const ResourceType = z.enum(["table", "record", "view", "field"]);

const Cursor = z.string().max(200).optional().meta({ description: "The `nextCursor` of the previous page." });

export const BaseTrashQuery = z.strictObject({ baseId: BaseId, cursor: Cursor });
export const TableTrashQuery = z.strictObject({ tableId: TableId, cursor: Cursor });

export const HolderQuery = z.strictObject({
  resourceId: z.union([BaseId, TableId]).meta({
    description:
      "The id of a base, for its deleted tables, or of a table, for its deleted records, views and fields.",
  }),
});

export const TrashItem = z
  .object({
    id: TrashId,
    resourceType: ResourceType,
    resourceIds: z.array(z.string()).meta({
      description: "What one call deleted. It is restored together.",
      examples: [["rec0000014mSa1Cw6nZ"]],
    }),
    name: z.string().meta({ description: "The name of the table or view, or of the first record or field." }),
    deletedBy: UserId,
    deletedTime: Time,
  })
  .meta({ id: "TrashItem" });
export type TrashItem = z.infer<typeof TrashItem>;

export const TrashPage = z
  .object({
    items: z.array(TrashItem).meta({ description: "The newest first." }),
    nextCursor: z.string().nullable().meta({ description: "null on the last page." }),
  })
  .meta({ id: "TrashPage" });
export type TrashPage = z.infer<typeof TrashPage>;

export const Trashed = z.object({ trashId: TrashId }).meta({ id: "Trashed" });

export const Restored = z.object({ resourceType: ResourceType, resourceIds: z.array(z.string()) }).meta({
  id: "Restored",
  examples: [{ resourceType: "record", resourceIds: ["rec0000014mSa1Cw6nZ"] }],
});
export type Restored = z.infer<typeof Restored>;
