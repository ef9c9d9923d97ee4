/* How clients may draw a cell. Stored and returned; the service does not use it. */
import * as z from "zod";
import { Color } from "#lib/engine/values/colors";
import { StorableNumber } from "#lib/schemas/basics/number";

export const TextShowAs = z.lazy(() => z.strictObject({ type: z.enum(["url", "email", "phone"]) }));

/** For a list of numbers. */
export const NumbersShowAs = z.lazy(() => z.strictObject({ type: z.enum(["bar", "line"]), color: Color }));

export const NumberShowAs = z.lazy(() =>
  z.strictObject({
    type: z.enum(["bar", "ring"]),
    color: Color,
    showValue: z.boolean(),
    maxValue: StorableNumber,
  }),
);
