/* The trash in requests and responses: what was deleted and can be restored. */
import * as z from "zod";
import { BaseId, SpaceId, TableId, TrashId, UserId } from "#lib/schemas/basics/ids";
import { Time } from "#lib/schemas/basics/text";
import { UserMap } from "#lib/schemas/identity/user-map";

const ResourceType = z.enum(["space", "base", "table", "record", "view", "field"]);

const HolderType = z.enum(["base", "table"]).meta({ description: "Which of them it is; not needed." });

function refuseOtherType(
  { resourceId, resourceType }: { resourceId?: string | undefined; resourceType?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (!resourceId || !resourceType || resourceId.startsWith(resourceType === "base" ? "bse" : "tbl")) return;
  const message = `does not fit resourceId, which is the id of another kind`;
  context.addIssue({ code: "custom", path: ["resourceType"], message });
}

const Cursor = z.string().max(200).optional().meta({ description: "The `nextCursor` of the previous page." });

export const TrashQuery = z
  .strictObject({
    baseId: BaseId.optional().meta({ description: "For the deleted tables of this base." }),
    resourceType: z.enum(["space", "base"]).optional().meta({
      description: "For the deleted spaces or bases that the caller may restore.",
    }),
    cursor: Cursor,
  })
  .superRefine(({ baseId, resourceType }, context) => {
    if (!baseId !== !resourceType) return;
    const message = "send either `baseId` or `resourceType`";
    context.addIssue({ code: "custom", path: ["baseId"], message });
  });
export const TableTrashQuery = z
  .strictObject({
    tableId: TableId.optional(),
    resourceId: z.union([BaseId, TableId]).optional().meta({
      description: "In place of `tableId`: the id of a table, or of a base for its deleted tables.",
    }),
    resourceType: HolderType.optional(),
    cursor: Cursor,
  })
  .superRefine(({ tableId, resourceId, resourceType }, context) => {
    const path = ["tableId"];
    if (!tableId === !resourceId)
      context.addIssue({ code: "custom", path, message: "send either `tableId` or `resourceId`" });
    refuseOtherType({ resourceId: resourceId ?? tableId, resourceType }, context);
  });

export const HolderQuery = z
  .strictObject({
    resourceId: z.union([BaseId, TableId]).meta({
      description:
        "The id of a base, for its deleted tables, or of a table, for its deleted records, views and fields.",
    }),
    resourceType: HolderType.optional(),
  })
  .superRefine(refuseOtherType);

export const TrashItem = z
  .object({
    id: TrashId,
    resourceType: ResourceType,
    resourceId: z.string().meta({ description: "The first of `resourceIds`." }),
    resourceIds: z.array(z.string()).meta({
      description: "What one call deleted. It is restored together.",
      examples: [["rec0000014mSa1Cw6nZ"]],
    }),
    name: z
      .string()
      .meta({ description: "The name of the space, base, table or view, or of the first record or field." }),
    deletedBy: UserId,
    deletedTime: Time,
  })
  .meta({ id: "TrashItem" });
export type TrashItem = z.infer<typeof TrashItem>;

export const TrashPage = z
  .object({
    trashItems: z.array(TrashItem).meta({ description: "The newest first." }),
    items: z.array(TrashItem).meta({ description: "The same as `trashItems`." }),
    resourceMap: z
      .record(
        z.string(),
        z.object({
          id: z.string(),
          name: z.string().meta({ description: "Of records deleted together only the first has one." }),
          spaceId: SpaceId.optional().meta({ description: "Of a base." }),
          type: z.string().optional().meta({ description: "Of a field or view." }),
          isLookup: z.boolean().optional().meta({ description: "Of a field." }),
          options: z.array(z.string()).nullable().optional().meta({
            description: "Of a field: the names of its choices; null without choices.",
          }),
        }),
      )
      .meta({ description: "Resource id → what was deleted." }),
    userMap: UserMap.meta({ description: "User id → the person who deleted something." }),
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
