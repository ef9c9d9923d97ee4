/* The query strings of pages and OAuth endpoints. Other sites add parameters to links, so unknown and invalid ones are ignored. */
import * as z from "zod";

const one = z.string().optional().catch(undefined);

export const AnyQuery = z.looseObject({});
export const NextQuery = z.looseObject({
  next: one.meta({ description: "The path of this service to open afterwards.", examples: ["/account"] }),
});
export const ProviderQuery = NextQuery.extend({
  for: z.enum(["link", "again"]).optional().catch(undefined).meta({
    description: "`link`: to link the account of the session. `again`: to sign in again at the provider.",
  }),
  state: one.meta({ description: "Of the answer of the provider, which has `code` or `error` too." }),
  code: one.meta({ description: "From the provider: stands for the person, once." }),
  error: one.meta({ description: "From the provider: why there is no code." }),
  iss: one.meta({ description: "From the provider: its issuer (RFC 9207)." }),
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
