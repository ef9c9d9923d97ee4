/* The address of a shared view, its password, and what its pages are sent. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { anyObject } from "#lib/schemas/basics/object";

export const ShareId = z.string().meta({ id: "ShareId", examples: ["shr4mSa1Cw6nZ8tQ0Yh"] });
/** Of any text: one that cannot be the address of a share is as one that is none. */
export const InShare = z.object({ shareId: ShareId });

export const SharePassword = z
  .object({ password: z.string().min(1, "must not be empty").max(limits.nameLength) })
  .meta({ id: "SharePassword", examples: [{ password: "correct horse 7" }] });

/** What a browser sends of a form, by the ids of its fields; what is none of them is passed over. */
export const TypedForm = anyObject("must be a form").meta({
  id: "TypedForm",
  description: "Text, or a list of it, by the ids of fields.",
  examples: [{ fld4mSa1Cw6nZ8tQ0Yh: "Ada" }],
});

const one = z.string().optional().catch(undefined);
export const SharePageQuery = z.looseObject({
  cursor: one.meta({ description: "Of the page before." }),
  done: one.meta({ description: "A form was sent: thanks for it." }),
});
