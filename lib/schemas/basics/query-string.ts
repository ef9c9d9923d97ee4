/*
 * Values of a query string, which all arrive as text. A repeated key, or one that ends in `[]`, arrives as an array (see
 * lib/http/receive.ts).
 */
import * as z from "zod";

/** A whole number from `least` to `most`. A number out of range is an error; `advice` is added to its message. */
export const wholeNumber = (least: number, most: number, advice = "") =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .refine((number) => number >= least && number <= most, {
      error: ({ input }) => `must be from ${least} to ${most}; got ${input}${advice}`,
    })
    .meta({ type: "integer", minimum: least, maximum: most, pattern: undefined });

/** A list: `projection[]=a&projection[]=b`, of `least` to `most` records or fields. A key without brackets is a list of one. */
export const list = <Element extends z.ZodType>(
  element: Element,
  name: string,
  { least = 0, most, what = "values" }: { least?: number; most: number; what?: string },
) => {
  const some = z
    .array(element, `must be a list: ${name}[]=first&${name}[]=second`)
    .max(most, `at most ${most} ${what} per call`);
  return z.preprocess(
    (sent) => (typeof sent === "string" ? [sent] : sent),
    least > 0 ? some.min(least, `must hold at least ${least} of the ${what}`) : some,
  );
};

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

/**
 * JSON in one value: `positions=["view"]`; `null` and no text are as if it were left out. The error message shows `example` and `hint`. The
 * OpenAPI document has the shape as `contentSchema`.
 */
export const jsonText = <Shape extends z.ZodType>(shape: Shape, example = '["a","b"]', hint = "") =>
  z
    .string()
    .transform((text, context) => {
      if (text.trim() === "") return undefined;
      try {
        return (JSON.parse(text) ?? undefined) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: `must be JSON, for example ${example}${hint}` });
        return z.NEVER;
      }
    })
    .pipe(z.optional(shape))
    .meta({ jsonOf: () => shape, examples: [example] }) as unknown as z.ZodType<
    z.output<Shape> | undefined,
    string
  >;
