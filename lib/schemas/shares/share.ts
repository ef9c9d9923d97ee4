/* The id of a share, its password, and the requests to its pages. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { anyObject } from "#lib/schemas/basics/object";

export const ShareId = z.string().meta({ id: "ShareId", examples: ["shr4mSa1Cw6nZ8tQ0Yh"] });
/** Any text: an impossible id of a share gets the same 404 as an unknown one. */
export const InShare = z.object({ shareId: ShareId });

export const SharePassword = z
  .object({ password: z.string().min(1, "must not be empty").max(limits.nameLength) })
  .meta({ id: "SharePassword", examples: [{ password: "correct horse 7" }] });

export const ShareEntry = z
  .object({ token: z.string().meta({ description: "The value of the cookie `share_session`." }) })
  .meta({ id: "ShareEntry", examples: [{ token: "V1StGXR8Z5jdHi6BmyT4mSa1Cw6nZ8tQ0YhKq3LxPw7" }] });

/** A form as browsers send it, by field id. Other members are ignored. */
export const TypedForm = anyObject("must be a form").meta({
  id: "TypedForm",
  description: "Field id → text or a list of texts.",
  examples: [{ fld4mSa1Cw6nZ8tQ0Yh: "Ada" }],
});

const one = z.string().optional().catch(undefined);
export const SharePageQuery = z.looseObject({
  cursor: one.meta({ description: "The cursor of the previous page." }),
  done: one.meta({ description: "A form was submitted: the page says thanks." }),
});
