import * as z from "zod";
import { Icon } from "#lib/schemas/basics/icon";
import { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { roles } from "#lib/schemas/basics/role";
import { Name } from "#lib/schemas/basics/text";

export const NewBase = z
  .object({ spaceId: SpaceId, name: Name.default("Untitled Base"), icon: Icon.nullable().optional() })
  .meta({ id: "NewBase", examples: [{ spaceId: "spc4mSa1Cw6nZ8tQ0Yh", name: "Sales", icon: "📦" }] });
export type NewBase = z.infer<typeof NewBase>;

export const BaseUpdate = z.object({ name: Name.optional(), icon: Icon.nullable().optional() }).meta({
  id: "BaseUpdate",
  description: "Members left out keep their values; `icon: null` removes the icon.",
  examples: [{ name: "Sales 2026" }, { icon: null }],
});
export type BaseUpdate = z.infer<typeof BaseUpdate>;

export const Base = z
  .object({
    id: BaseId,
    name: z.string(),
    spaceId: SpaceId,
    icon: z.string().nullable().meta({ description: "null without one." }),
    role: z.enum(roles).meta({ description: "The caller's role." }),
    collaboratorType: z
      .enum(["space", "base"])
      .meta({ description: "Whether the caller's role comes from the space or the base." }),
  })
  .meta({
    id: "Base",
    examples: [
      {
        id: "bse4mSa1Cw6nZ8tQ0Yh",
        name: "Sales",
        spaceId: "spc4mSa1Cw6nZ8tQ0Yh",
        icon: "📦",
        role: "owner",
        collaboratorType: "space",
      },
    ],
  });
export type Base = z.infer<typeof Base>;

export const Permission = z.record(z.string(), z.boolean()).meta({
  id: "Permission",
  description: "Scope → whether the caller has it on this base.",
  examples: [{ "base|read": true, "base|update": false }],
});

export const BasePlace = z
  .object({
    anchorId: BaseId.meta({ description: "Another base of the space." }),
    position: z.enum(["before", "after"]),
  })
  .meta({ id: "BasePlace", examples: [{ anchorId: "bse4mSa1Cw6nZ8tQ0Yh", position: "after" }] });
export type BasePlace = z.infer<typeof BasePlace>;

export const BaseMove = z
  .object({ spaceId: SpaceId })
  .meta({ id: "BaseMove", examples: [{ spaceId: "spc4mSa1Cw6nZ8tQ0Yh" }] });

export const SharedBase = Base.extend({ spaceName: z.string() }).meta({
  id: "SharedBase",
  examples: [
    {
      id: "bse4mSa1Cw6nZ8tQ0Yh",
      name: "Sales",
      spaceId: "spc4mSa1Cw6nZ8tQ0Yh",
      icon: null,
      role: "editor",
      collaboratorType: "base",
      spaceName: "Ada's space",
    },
  ],
});
export type SharedBase = z.infer<typeof SharedBase>;
