/* The query strings of pages and OAuth endpoints. Other sites add parameters to links, so unknown and invalid ones are ignored. */
import * as z from "zod";

const one = z.string().optional().catch(undefined);

export const AnyQuery = z.looseObject({});
export const NextQuery = z.looseObject({
  next: one.meta({ description: "The path of this service to open afterwards.", examples: ["/account"] }),
});
export const SignUpQuery = NextQuery.extend({
  invite: one.meta({ description: "The code from an invitation link." }),
});
export const LinkQuery = z.looseObject({ link: one.meta({ description: "The secret from a mailed link." }) });
export const PlaceQuery = z.looseObject({
  id: one.meta({ description: "The id of a space, base or table.", examples: ["tbl4mSa1Cw6nZ8tQ0Yh"] }),
  recordId: one.meta({ description: "A record of the table." }),
  commentId: one.meta({ description: "A comment on the record." }),
});
