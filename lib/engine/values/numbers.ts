/* How fields show numbers: format-number.ts writes them, number-texts.ts reads them. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";

// pure: the app has initialNumberFormatting without the schemas
const precision = /* @__PURE__ */ z.lazy(() => z.int().min(0).max(5));

export const NumberFormatting = /* @__PURE__ */ z.lazy(() =>
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("decimal"), precision }),
    z.strictObject({ type: z.literal("percent"), precision }),
    z.strictObject({ type: z.literal("currency"), precision, symbol: z.string().max(limits.nameLength) }),
  ]),
);
export type NumberFormatting = z.infer<typeof NumberFormatting>;

export const initialNumberFormatting = (): NumberFormatting => ({ type: "decimal", precision: 2 });
