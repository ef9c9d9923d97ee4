/*
 * Values of a query string, where everything arrives as text. A key that is repeated or ends in `[]` arrives as an
 * array (see lib/http/receive.ts).
 */
import * as z from "zod";

/** A whole number from `least` to `most`; out of range is an error, never silently cut. */
export const wholeNumber = (least: number, most: number, advice = "") =>
  z
    .string()
    .regex(/^-?\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((number) => number >= least && number <= most, {
      error: ({ input }) => `must be from ${least} to ${most}, is ${input}${advice}`,
    })
    .meta({ type: "integer", minimum: least, maximum: most, pattern: undefined });

/** A list: `projection[]=a&projection[]=b`. */
export const list = <Element extends z.ZodType>(element: Element, name: string, most: number) =>
  z.array(element, `must be a list: ${name}[]=first&${name}[]=second`).max(most);

/** Yes or no. */
export const flag = () =>
  z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .meta({ type: "boolean", enum: undefined });

/** The id of something in a list, whether it is still there or not; `null` is none, as at the end of a list. */
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

/** JSON in one value: `positions=["view"]`. */
export const jsonText = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "must be JSON" });
        return z.NEVER;
      }
    })
    .pipe(shape);
