/* Requests and responses of the OAuth endpoints for applications (RFC 6749, 7009, 7662). */
import * as z from "zod";
import { BaseId, ClientId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";

/** A query parameter. A repeated one is an error that the application gets, not the user; so the schema accepts it. */
const Parameter = z.union([z.string(), z.array(z.string())]).optional();

/** Unknown parameters are ignored (RFC 6749, 3.1). */
export const AuthorizationRequest = z.looseObject({
  response_type: Parameter.meta({ description: "`code`" }),
  client_id: Parameter,
  redirect_uri: Parameter.meta({ description: "A registered redirect URI. Default: the first one." }),
  scope: Parameter.meta({
    description: "Scopes separated by spaces. Default: all scopes of the application.",
  }),
  state: Parameter.meta({ description: "Returned unchanged." }),
  code_challenge: Parameter.meta({ description: "RFC 7636. Required for applications without a secret." }),
  code_challenge_method: Parameter.meta({ description: "`S256`" }),
  resource: Parameter.meta({
    description:
      "RFC 8707. What the tokens are for: the address of `/mcp`, for it alone; the address of the service, for all. Default: all but `/mcp`.",
  }),
});
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

const text = z.string().optional();
const credentials = {
  client_id: text,
  client_secret: text.meta({
    description:
      "Id and secret may instead be user and password of `Authorization: Basic`, each form-urlencoded.",
  }),
};
const clientId = "clt4msa1cw6nz8tq0yh";
const clientSecret = "7w2m5s0c8d4f6h1j9l3n7p5r2t8v4xk3v9x0q2rd";
const accessToken = `gridless_${clientId}_4mSa1Cw6nZ8tQ0YhTfVg2bXk7RjPd9EoLs5HuWc3Ni14u7x0g2`;
const refreshToken = `gridless_${clientId}_Qe7RjPd9EoLs5HuWc3Ni14mSa1Cw6nZ8tQ0YhTfVg2b0k3x9d1`;

export const TokenRequest = z
  .object({
    grant_type: text.meta({ description: "`authorization_code` or `refresh_token`" }),
    ...credentials,
    code: text,
    redirect_uri: text.meta({
      description: "Required if the authorization request had one; must be the same.",
    }),
    code_verifier: text.meta({
      description: "RFC 7636. Required if the authorization request had a code_challenge.",
    }),
    refresh_token: text,
    resource: text.meta({
      description:
        "RFC 8707. What the tokens are for: what the authorization request named, or the address of `/mcp` if that was the whole service.",
    }),
    scope: text.meta({
      description: "With a refresh token: the scopes of the new token, at most those that were granted.",
    }),
  })
  .meta({
    id: "TokenRequest",
    examples: [
      {
        grant_type: "authorization_code",
        client_id: clientId,
        client_secret: clientSecret,
        code: "4mSa1Cw6nZ8tQ0YhTfVg2bXk7RjPd9EoLs5HuWc3Ni1",
        redirect_uri: "https://planner.example.com/callback",
        code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      },
      {
        grant_type: "refresh_token",
        client_id: clientId,
        client_secret: clientSecret,
        refresh_token: refreshToken,
      },
    ],
  });
export type TokenRequest = z.infer<typeof TokenRequest>;

export const Tokens = z
  .object({
    access_token: z.string(),
    refresh_token: z
      .string()
      .meta({ description: "Can be used once; the response to that request has the next one." }),
    token_type: z.literal("Bearer"),
    scope: z.string().meta({ description: "The scopes, separated by spaces." }),
    scopes: z.array(z.string()),
    expires_in: z.int().meta({ description: "Seconds until the access token expires." }),
    refresh_expires_in: z.int().meta({ description: "Seconds until the refresh token expires." }),
  })
  .meta({
    id: "Tokens",
    examples: [
      {
        access_token: accessToken,
        refresh_token: refreshToken,
        token_type: "Bearer" as const,
        scope: "table|read record|read",
        scopes: ["table|read", "record|read"],
        expires_in: 600,
        refresh_expires_in: 2_592_000,
      },
    ],
  });
export type Tokens = z.infer<typeof Tokens>;

export const TokenQuestion = z
  .object({
    ...credentials,
    token: text.meta({ description: "An access or refresh token of the application." }),
    token_type_hint: text.meta({ description: "Not needed; ignored." }),
  })
  .meta({
    id: "TokenQuestion",
    examples: [{ client_id: clientId, client_secret: clientSecret, token: accessToken }],
  });
export type TokenQuestion = z.infer<typeof TokenQuestion>;

export const Introspection = z
  .object({
    active: z.boolean(),
    scope: z.string().optional(),
    client_id: ClientId.optional(),
    sub: UserId.optional().meta({ description: "The user of the token." }),
    exp: z.int().optional(),
    iat: z.int().optional(),
    iss: z.string().optional(),
    aud: z
      .string()
      .optional()
      .meta({ description: "The address of what the token is for: `/mcp`, or the service." }),
    token_type: z.literal("Bearer").optional().meta({ description: "Only for access tokens." }),
  })
  .meta({
    id: "Introspection",
    examples: [
      {
        active: true,
        scope: "table|read record|read",
        client_id: clientId,
        sub: "usr4mSa1Cw6nZ8tQ0Yh",
        exp: 1_769_852_400,
        iat: 1_769_851_800,
        iss: "https://gridless.example.com",
        aud: "https://gridless.example.com",
        token_type: "Bearer" as const,
      },
    ],
  });
export type Introspection = z.infer<typeof Introspection>;

/** Every parameter of the OAuth endpoints that programs call. */
export const parameterNames = [
  ...new Set([...Object.keys(TokenRequest.shape), ...Object.keys(TokenQuestion.shape)]),
];

const no = ["", "false", "0"];
/** Ticked checkboxes. For a single one, a form sends a value and not a list. */
const ticked = z.union([z.array(BaseId).max(limits.placesPerToken), BaseId]);
export const Decision = z
  .object({
    transaction_id: z.string(),
    may: z.enum(["read", "asked"]).optional().meta({
      description:
        "For an unverified application: only the scopes that read, or all that it asks for. Default: `read`.",
    }),
    reach: z.enum(["chosen", "all"]).optional().meta({
      description: "For an unverified application, required: only `bases`, or all that the user may open.",
    }),
    bases: ticked.optional(),
    cancel: z
      .union([z.boolean(), z.string().max(100)])
      .transform((value) => !no.includes(String(value)))
      .default(false)
      .meta({ description: "The user refuses: true, or any text but `false` and `0`." }),
  })
  .meta({
    id: "Decision",
    examples: [
      { transaction_id: "4mSa1Cw6nZ8tQ0YhTfVg2bXk7RjPd9EoLs5HuWc3Ni1" },
      { transaction_id: "4mSa1Cw6nZ8tQ0YhTfVg2bXk7RjPd9EoLs5HuWc3Ni1", cancel: true },
    ],
  });

export type Decision = z.infer<typeof Decision>;

export const Consent = z
  .object({
    name: z.string(),
    description: z.string().optional(),
    homepage: z.string(),
    logo: z.string().optional(),
    scopes: z.array(z.string()),
    unverified: z.boolean().meta({
      description: "No person registered it: the decision must say which bases it may use.",
    }),
    redirectUri: z.string().meta({ description: "Where the answer goes." }),
  })
  .meta({
    id: "Consent",
    description: "The application that asks for access, and the scopes it asks for.",
    examples: [
      {
        name: "Planner",
        homepage: "https://planner.example.com",
        scopes: ["table|read", "record|read"],
        unverified: false,
        redirectUri: "https://planner.example.com/callback",
      },
    ],
  });
