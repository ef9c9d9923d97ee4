import * as z from "zod";
import { AccessTokenId, BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Description, Name, Time } from "#lib/schemas/basics/text";
import { allScopes, placeScopes } from "./scopes.ts";

const once = <Value>(list: Value[]) => [...new Set(list)];

export const TokenScope = z
  .enum(allScopes, "is not a scope of personal access tokens")
  .meta({ id: "TokenScope" });

const places = <Id extends z.ZodType>(id: Id) =>
  z.array(id).overwrite(once).min(1, "must name at least one").max(limits.placesPerToken);

/** The time in ms; for a date, the end of its day in UTC. Undefined for other text. */
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
        ? "must be a date (2027-12-31) or a time with a zone (2027-12-31T18:00:00Z)"
        : instant > lastInstant
          ? "must not be after the year 9999"
          : instant <= Date.now() && "must be in the future";
    if (!wrong) return new Date(instant as number).toISOString();
    addIssue(wrong);
    return z.NEVER;
  })
  .meta({
    description: "When the token expires. A date means the end of that day (UTC).",
    example: "2999-12-31",
  });

/** The form in answers: a list is empty if all its places were deleted. */
const sentBack = <Id extends z.ZodType>(id: Id) =>
  z.array(id).overwrite(once).max(limits.placesPerToken).nullable().optional();

const input = {
  name: Name,
  scopes: z.array(TokenScope).overwrite(once).min(1, "must name at least one"),
  spaceIds: places(SpaceId).nullable().optional(),
  baseIds: places(BaseId).nullable().optional(),
  hasFullAccess: z.boolean().nullable().optional().meta({
    description:
      "The token reaches every space and base that you may open, now or later; `spaceIds` and `baseIds` are ignored.",
  }),
};

type Reaching = z.infer<z.ZodObject<typeof input>>;

/** A token with scopes for spaces or bases must name at least one of them; without one, every call would fail. */
export const reachesSomething = ({
  scopes,
  spaceIds,
  baseIds,
  hasFullAccess,
}: Partial<Omit<Reaching, "scopes">> & { scopes?: readonly string[] | undefined }) =>
  hasFullAccess === true ||
  Boolean(spaceIds ?? baseIds) ||
  !(Array.isArray(scopes) && scopes.some((scope) => (placeScopes as readonly string[]).includes(scope)));

/** The message for scopes without a place. */
export const reachesNothing =
  "these scopes need spaces or bases: send spaceIds or baseIds, or hasFullAccess: true for all of your spaces and bases";

const somewhere = {
  path: ["hasFullAccess"],
  error: reachesNothing,
  // reported together with all other issues
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
  .object({
    ...input,
    spaceIds: sentBack(SpaceId),
    baseIds: sentBack(BaseId),
    description: Description.nullable().optional(),
  })
  .meta({
    id: "AccessTokenUpdate",
    description:
      "`description`, `spaceIds`, `baseIds` and `hasFullAccess` stay as they are if left out; null clears, and so does an empty list. Naming spaces or bases without `hasFullAccess` ends full access. The expiry changes only when the token is refreshed.",
    examples: [
      { name: "Nightly import 2", scopes: ["record|create", "record|read"] },
      { name: "Nightly import 2", scopes: ["record|create", "record|read"], hasFullAccess: true },
    ],
  });
export type AccessTokenUpdate = z.infer<typeof AccessTokenUpdate>;

export const AccessTokenRefresh = z.object({ expiredTime: ExpiredTime.optional() }).meta({
  id: "AccessTokenRefresh",
  description: "Without `expiredTime` the expiry stays as it is.",
  examples: [{ expiredTime: "2999-12-31" }, {}],
});
export type AccessTokenRefresh = z.infer<typeof AccessTokenRefresh>;

export const AccessToken = z
  .object({
    id: AccessTokenId,
    name: z.string(),
    description: z.string().optional(),
    scopes: z.array(z.string()),
    spaceIds: z.array(SpaceId).optional().meta({
      description:
        "Only spaces where you still have a role: empty if none is left. Absent if none was named.",
    }),
    baseIds: z.array(BaseId).optional().meta({
      description: "Only bases where you still have a role: empty if none is left. Absent if none was named.",
    }),
    hasFullAccess: z.boolean().optional(),
    expiredTime: Time.meta({
      description:
        "When the token expires. An expired token is listed for 30 more days and can be refreshed.",
    }),
    createdTime: Time,
    lastUsedTime: Time.optional().meta({ description: "Accurate to an hour." }),
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
    token: z.string().meta({ description: "The token itself. Shown only in this response." }),
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

export const TemporaryToken = z.object({ accessToken: z.string(), expiresTime: Time }).meta({
  id: "TemporaryToken",
  examples: [
    {
      accessToken: "gridless_acc4mSa1Cw6nZ8tQ0Yh_…",
      expiresTime: "2026-01-31T09:40:00.000Z",
    },
  ],
});
