import * as z from "zod";

export const isObject = (value: unknown): value is { [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Any object, passed through unchanged: copying it key by key would lose a key named __proto__. `must` is the error message. */
export const anyObject = (must: string) =>
  z.any().refine(isObject, must).meta({ type: "object", additionalProperties: true });

/** A member that a request may leave out, or take away with null: both are stored as absent. */
export const removable = <Shape extends z.ZodType>(shape: Shape) =>
  shape
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();

/** zod copies a record key by key, which would lose a key named __proto__ silently. Runs before it, by `z.preprocess`. */
export function refuseProto(sent: unknown, context: z.RefinementCtx): unknown {
  if (isObject(sent) && Object.hasOwn(sent, "__proto__"))
    context.addIssue({
      code: "custom",
      path: ["__proto__"],
      message: "cannot be used as a name here; name a field of this name by its id, with fieldKeyType=id",
    });
  return sent;
}
