import * as z from "zod";

/** A member of a request that is documented and not built yet: sending it is an error that says so. */
export const later = (what: string) =>
  z
    .any()
    .refine((value) => value === undefined, `${what}: not supported yet`)
    .optional()
    .meta({ description: "Not supported yet: sending it is a 400.", not: {} });
