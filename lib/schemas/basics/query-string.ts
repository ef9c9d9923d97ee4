/*
 * Values of a query string, which all arrive as text. A repeated key, or one that ends in `[]`, arrives as an array (see
 * lib/http/receive.ts).
 */
import * as z from "zod";

/** A whole number from `least` to `most`. A number out of range is an error; `advice` is added to its message. */
export const wholeNumber = (least: number, most: number, advice = "") =>
  z
    .string()
    .regex(/^-?\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((number) => number >= least && number <= most, {
      error: ({ input }) => `must be from ${least} to ${most}; got ${input}${advice}`,
    })
    .meta({ type: "integer", minimum: least, maximum: most, pattern: undefined });

/** Parameters of `z.strictObject` for a query with pages: `issuesOf` adds this hint to the message for an unknown `limit`. */
export const withTake = {
  error: ({ code }: { code?: string }) =>
    code === "unrecognized_keys" ? "the page size is `take`" : undefined,
};

/** A list: `projection[]=a&projection[]=b`. */
export const list = <Element extends z.ZodType>(element: Element, name: string, most: number) =>
  z.array(element, `must be a list: ${name}[]=first&${name}[]=second`).max(most);

/** A boolean: `true` or `false`. */
export const flag = () =>
  z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .meta({ type: "boolean", enum: undefined });

/** An id in a list, which may be deleted by now. An empty value or `null`, as at the end of a list, means no cursor. */
export const idCursor = (id: z.ZodType, what: string) =>
  z
    .preprocess(
      (text) => (text === "" || text === "null" ? undefined : text),
      z
        .string()
        .refine((text) => id.safeParse(text).success, `must be the id of ${what}`)
        .optional(),
    )
    .optional();

/** JSON in one value: `positions=["view"]`. The error message shows `example`. */
export const jsonText = <Shape extends z.ZodType>(shape: Shape, example = '["a","b"]') =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: `must be JSON, for example ${example}` });
        return z.NEVER;
      }
    })
    .pipe(shape);
