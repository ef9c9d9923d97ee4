/* How a client may draw a cell. Stored and answered, never looked at. */
import * as z from "zod";
import { Color } from "#lib/engine/values/colors";
import { StorableNumber } from "#lib/schemas/basics/number";

export const TextShowAs = z.lazy(() => z.strictObject({ type: z.enum(["url", "email", "phone"]) }));

export const NumberShowAs = z.lazy(() =>
  z.strictObject({
    type: z.enum(["bar", "ring"]),
    color: Color,
    showValue: z.boolean(),
    maxValue: StorableNumber,
  }),
);
