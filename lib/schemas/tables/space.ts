import * as z from "zod";
import { SpaceId } from "#lib/schemas/basics/ids";
import { roles } from "#lib/schemas/basics/role";
import { Name } from "#lib/schemas/basics/text";

export const NewSpace = z.object({ name: Name.optional() }).meta({
  id: "NewSpace",
  description: "Without a name it is `Space`, or `Space 2` and so on where the caller has one of that name.",
  examples: [{ name: "Sales" }],
});
export type NewSpace = z.infer<typeof NewSpace>;

export const SpaceUpdate = z.object({ name: Name.optional() }).meta({
  id: "SpaceUpdate",
  examples: [{ name: "Sales 2026" }],
});
export type SpaceUpdate = z.infer<typeof SpaceUpdate>;

export const Space = z
  .object({
    id: SpaceId,
    name: z.string(),
    role: z.enum(roles).meta({ description: "The caller's role." }),
  })
  .meta({ id: "Space", examples: [{ id: "spc4mSa1Cw6nZ8tQ0Yh", name: "Sales", role: "owner" }] });
export type Space = z.infer<typeof Space>;
