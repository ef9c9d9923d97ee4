import * as z from "zod";

/** An object as it came: copying it key by key would lose a key named __proto__. */
export const anyObject = (must: string) =>
  z
    .any()
    .refine(
      (value): value is { [key: string]: unknown } =>
        typeof value === "object" && value !== null && !Array.isArray(value),
      must,
    )
    .meta({ type: "object", additionalProperties: true });
