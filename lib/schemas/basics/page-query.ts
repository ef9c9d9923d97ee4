/* What pages and OAuth endpoints are opened with. Others add things of their own, so what is not known or not right is left out. */
import * as z from "zod";

const one = z.string().optional().catch(undefined);

export const AnyQuery = z.looseObject({});
export const NextQuery = z.looseObject({
  next: one.meta({ description: "The path of ours that one goes to afterwards.", examples: ["/account"] }),
});
export const SignUpQuery = NextQuery.extend({
  invite: one.meta({ description: "From the link of an invitation." }),
});
export const LinkQuery = z.looseObject({ link: one.meta({ description: "From a mailed link." }) });
