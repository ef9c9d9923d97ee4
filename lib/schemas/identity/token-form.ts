/* The form for a new token. It sends choices where the API takes scopes and a time. */
import * as z from "zod";
import { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Name } from "#lib/schemas/basics/text";
import { TokenScope } from "./access-token.ts";
import { handOverFault, handOverIn, handOverMembers, isHandOver } from "./hand-over.ts";

/** Ticked checkboxes. For a single one, a form sends a value and not a list. */
const ticked = <Value extends z.ZodType>(value: Value) => z.union([z.array(value), value]).optional();
/** The values as a list without repetitions. */
const listed = <Value>(values: Value | Value[] | undefined): Value[] =>
  values === undefined ? [] : [...new Set([values].flat() as Value[])];

export const tokenDays = ["7", "30", "90", "365"] as const;
export const scopeChoices = ["read", "write", "everything", "chosen"] as const;

export const TokenForm = z
  .object({
    name: Name,
    days: z.enum(tokenDays).meta({ description: "Days until the token expires." }),
    may: z.enum(scopeChoices),
    scopes: ticked(TokenScope),
    reach: z.enum(["all", "chosen"]),
    places: ticked(z.union([SpaceId, BaseId])),
    ...handOverMembers,
  })
  .refine(isHandOver, handOverFault)
  .transform(({ scopes, places, port, state, key, ...rest }) => ({
    ...rest,
    handOver: handOverIn({ port, state, key }),
    scopes: listed(scopes),
    spaceIds: listed(places).filter((id) => id.startsWith("spc")) as SpaceId[],
    baseIds: listed(places).filter((id) => id.startsWith("bse")) as BaseId[],
  }))
  .refine(({ may, scopes }) => may !== "chosen" || scopes.length > 0, {
    path: ["scopes"],
    error: "choose at least one",
  })
  .refine(({ reach, spaceIds, baseIds }) => reach === "all" || spaceIds.length + baseIds.length > 0, {
    path: ["places"],
    error: "choose at least one",
  })
  .refine(({ spaceIds, baseIds }) => Math.max(spaceIds.length, baseIds.length) <= limits.placesPerToken, {
    path: ["places"],
    error: `choose at most ${limits.placesPerToken} spaces and ${limits.placesPerToken} bases, or all`,
  })
  .meta({
    id: "TokenForm",
    examples: [{ name: "Nightly import", days: "30", may: "write", reach: "all" }],
  });
export type TokenForm = z.infer<typeof TokenForm>;
