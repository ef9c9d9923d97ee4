import * as z from "zod";
import { AccessTokenId, BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Description, Name, Time } from "#lib/schemas/basics/text";
import { allScopes, placeScopes } from "./scopes.ts";

const once = <Value>(list: Value[]) => [...new Set(list)];

const TokenScope = z.enum(allScopes, "is no scope that a token can have").meta({ id: "TokenScope" });

const places = <Id extends z.ZodType>(id: Id) =>
  z.array(id).overwrite(once).min(1, "must name at least one").max(limits.placesPerToken);

/** The last instant that can be meant, or undefined. */
function instantOf(text: string): number | undefined {
  if (z.iso.date().safeParse(text).success) return Date.parse(`${text}T23:59:59.999Z`);
  return z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text) : undefined;
}
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

const ExpiredTime = z
  .string()
  .transform((text, { addIssue }) => {
    const instant = instantOf(text);
    const wrong =
      instant === undefined
        ? "must be a date (2027-12-31) or a time with its zone (2027-12-31T18:00:00Z)"
        : instant > lastInstant
          ? "must not be after the year 9999"
          : instant <= Date.now() && "must lie in the future";
    if (!wrong) return new Date(instant as number).toISOString();
    addIssue(wrong);
    return z.NEVER;
  })
  .meta({
    description: "Until when it is good. Of a date, until the end of that day (UTC).",
    example: "2999-12-31",
  });

const input = {
  name: Name,
  scopes: z.array(TokenScope).overwrite(once).min(1, "must name at least one"),
  spaceIds: places(SpaceId).nullable().optional(),
  baseIds: places(BaseId).nullable().optional(),
  hasFullAccess: z.boolean().nullable().optional().meta({
    description:
      "It opens every space and base that you may open, now or later; spaceIds and baseIds are left aside.",
  }),
};

type Reaching = z.infer<z.ZodObject<typeof input>>;

/** A token that is for no place could do nothing in any: nobody wants that, and it would be found out late. */
const reachesSomething = ({ scopes, spaceIds, baseIds, hasFullAccess }: Partial<Reaching>) =>
  hasFullAccess === true ||
  Boolean(spaceIds ?? baseIds) ||
  !(Array.isArray(scopes) && scopes.some((scope) => (placeScopes as readonly string[]).includes(scope)));

const somewhere = {
  path: ["hasFullAccess"],
  error:
    "with these scopes it needs places: send spaceIds or baseIds, or hasFullAccess: true for all of yours",
  // told together with what else is wrong
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

export const NewAccessToken = z
  .object({ ...input, description: Description.nullable().optional(), expiredTime: ExpiredTime })
  .refine(reachesSomething, somewhere)
  .meta({
    id: "NewAccessToken",
    examples: [
      { name: "Nightly import", scopes: ["record|create"], hasFullAccess: true, expiredTime: "2999-12-31" },
      {
        name: "Report",
        description: "Reads the sales every morning.",
        scopes: ["table|read", "record|read"],
        baseIds: ["bse4mSa1Cw6nZ8tQ0Yh"],
        expiredTime: "2999-12-31T18:00:00+02:00",
      },
    ],
  });
export type NewAccessToken = z.infer<typeof NewAccessToken>;

export const AccessTokenUpdate = z
  .object({ ...input, description: Description.nullable().optional() })
  .refine(reachesSomething, somewhere)
  .meta({
    id: "AccessTokenUpdate",
    description:
      "A description left out stays, null removes it. spaceIds, baseIds and hasFullAccess are taken together: what is left out is no part of the token any more. Until when it is good changes with a new text only.",
    examples: [{ name: "Nightly import 2", scopes: ["record|create", "record|read"], hasFullAccess: true }],
  });
export type AccessTokenUpdate = z.infer<typeof AccessTokenUpdate>;

export const AccessTokenRefresh = z.object({ expiredTime: ExpiredTime.optional() }).meta({
  id: "AccessTokenRefresh",
  description: "Without expiredTime it stays as it is.",
  examples: [{ expiredTime: "2999-12-31" }, {}],
});
export type AccessTokenRefresh = z.infer<typeof AccessTokenRefresh>;

export const AccessToken = z
  .object({
    id: AccessTokenId,
    name: z.string(),
    description: z.string().optional(),
    scopes: z.array(z.string()),
    spaceIds: z.array(SpaceId).optional().meta({ description: "As far as you still have a role there." }),
    baseIds: z.array(BaseId).optional().meta({ description: "As far as you still have a role there." }),
    hasFullAccess: z.boolean().optional(),
    expiredTime: Time.meta({ description: "Listed for 30 days more, in which it can be given a new text." }),
    createdTime: Time,
    lastUsedTime: Time.optional().meta({ description: "Up to an hour old." }),
  })
  .meta({
    id: "AccessToken",
    examples: [
      {
        id: "acc4mSa1Cw6nZ8tQ0Yh",
        name: "Report",
        description: "Reads the sales every morning.",
        scopes: ["table|read", "record|read"],
        baseIds: ["bse4mSa1Cw6nZ8tQ0Yh"],
        expiredTime: "2999-12-31T16:00:00.000Z",
        createdTime: "2026-01-31T09:30:00.000Z",
        lastUsedTime: "2026-02-01T05:00:00.000Z",
      },
    ],
  });
export type AccessToken = z.infer<typeof AccessToken>;

export const ShownAccessToken = z
  .object({
    ...AccessToken.shape,
    token: z.string().meta({ description: "Shown here and never again." }),
  })
  .meta({
    id: "ShownAccessToken",
    examples: [
      {
        id: "acc4mSa1Cw6nZ8tQ0Yh",
        name: "Nightly import",
        scopes: ["record|create"],
        hasFullAccess: true,
        expiredTime: "2999-12-31T23:59:59.999Z",
        createdTime: "2026-01-31T09:30:00.000Z",
        token: "gridless_acc4mSa1Cw6nZ8tQ0Yh_…",
      },
    ],
  });
export type ShownAccessToken = z.infer<typeof ShownAccessToken>;
