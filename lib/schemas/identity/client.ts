import * as z from "zod";
import { BaseId, ClientId, SecretId, SpaceId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Description, Name, Time } from "#lib/schemas/basics/text";
import { RedirectUri, WebAddress } from "#lib/schemas/basics/url";
import { allScopes, appScopes, type Scope } from "./scopes.ts";

const AppScope = z
  .enum(appScopes, {
    error: ({ input }) =>
      allScopes.includes(input as Scope)
        ? `${input} is for personal access tokens only; applications cannot have it`
        : undefined,
  })
  .meta({ id: "AppScope" });

const once = <Value>(list: Value[]) => [...new Set(list)];

const input = {
  name: Name,
  description: Description.nullable().optional(),
  logo: z.string().max(limits.urlLength).nullable().optional().meta({
    description: "The address of an image. Pages show it only if it begins with http:// or https://.",
  }),
  homepage: WebAddress,
  redirectUris: z.array(RedirectUri).overwrite(once).min(1).max(limits.redirectUrisPerClient).meta({
    description:
      "https, or http for 127.0.0.1, [::1] and localhost, where any port matches. No fragment (#…).",
  }),
  scopes: z.array(AppScope).overwrite(once).default([]),
};

const example = {
  name: "Planner",
  description: "Plans the week from your tables.",
  logo: "https://planner.example.com/logo.png",
  homepage: "https://planner.example.com",
  redirectUris: ["https://planner.example.com/callback", "http://127.0.0.1/callback"],
  scopes: ["table|read", "record|read"] as Scope[],
};

export const NewClient = z.object(input).meta({
  id: "NewOAuthClient",
  examples: [
    example,
    { name: "Script", homepage: "https://example.com", redirectUris: ["http://localhost/"] },
  ],
});
export type NewClient = z.infer<typeof NewClient>;

export const ClientUpdate = z.object(input).meta({
  id: "ClientUpdate",
  description:
    "`description` and `logo` keep their values if left out; null removes them. `scopes` left out means no scopes. `clientId` and `secrets` are ignored.",
  examples: [{ ...example, name: "Planner 2" }],
});
export type ClientUpdate = z.infer<typeof ClientUpdate>;

const secret = {
  id: SecretId,
  lastUsedTime: Time.optional().meta({ description: "Accurate to an hour." }),
};
const masked = `${"*".repeat(30)}k3v9x0q2rd`;
const secretExample = { id: "sec4mSa1Cw6nZ8tQ0Yh", lastUsedTime: "2026-01-31T09:30:00.000Z" };

export const NewSecret = z
  .object({
    ...secret,
    secret: z.string().meta({ description: "Shown only in this response." }),
    maskedSecret: z.string().meta({ description: "The masked secret, as later responses show it." }),
  })
  .meta({
    id: "NewSecret",
    examples: [
      { id: secretExample.id, secret: "7w2m5s0c8d4f6h1j9l3n7p5r2t8v4xk3v9x0q2rd", maskedSecret: masked },
    ],
  });
export type NewSecret = z.infer<typeof NewSecret>;

const shown = {
  clientId: ClientId,
  name: z.string(),
  description: z.string().optional(),
  logo: z.string().optional(),
  homepage: z.string(),
};
const shownExample = {
  clientId: "clt4msa1cw6nz8tq0yh",
  name: example.name,
  description: example.description,
  logo: example.logo,
  homepage: example.homepage,
};

export const ClientEntry = z.object(shown).meta({ id: "ClientEntry", examples: [shownExample] });
export type ClientEntry = z.infer<typeof ClientEntry>;

export const Client = z
  .object({
    ...shown,
    redirectUris: z.array(z.string()),
    scopes: z.array(z.string()),
    secrets: z
      .array(z.object({ ...secret, secret: z.string() }))
      .meta({ description: "The newest first; only the last ten characters of each are shown." }),
    confidential: z.boolean().meta({
      description: "True if the application has or had a secret: it then gets tokens only with a secret.",
    }),
    createdTime: Time,
  })
  .meta({
    id: "OAuthClient",
    examples: [
      {
        ...shownExample,
        redirectUris: example.redirectUris,
        scopes: example.scopes,
        secrets: [{ ...secretExample, secret: masked }],
        confidential: true,
        createdTime: "2026-01-30T08:00:00.000Z",
      },
    ],
  });
export type Client = z.infer<typeof Client>;

export const Authorization = z
  .object({
    ...shown,
    unverified: z
      .literal(true)
      .optional()
      .meta({ description: "No person registered it: it registered itself, or a document describes it." }),
    scopes: z.array(z.string()).meta({ description: "What the caller allowed it to do." }),
    access: z
      .array(
        z.object({
          scopes: z.array(z.string()),
          reach: z
            .object({ spaceIds: z.array(SpaceId), baseIds: z.array(BaseId) })
            .optional()
            .meta({ description: "Absent: wherever the caller can." }),
        }),
      )
      .meta({ description: "What its tokens may do, and where; none if they have ended." }),
    authorizedTime: Time,
    lastUsedTime: Time.optional(),
  })
  .meta({
    id: "Authorization",
    examples: [
      {
        ...shownExample,
        scopes: example.scopes,
        access: [{ scopes: example.scopes }],
        authorizedTime: "2026-01-31T09:00:00.000Z",
      },
    ],
  });
export type Authorization = z.infer<typeof Authorization>;
