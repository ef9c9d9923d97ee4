/* What applications send and get when they ask a user, and for tokens (RFC 6749, 7009, 7662). */
import * as z from "zod";
import { ClientId, UserId } from "#lib/schemas/basics/ids";

/** Of a query: once at most, but what is sent twice is told to the application and not to the user. */
const Asked = z.union([z.string(), z.array(z.string())]).optional();

/** Unknown parameters are ignored (RFC 6749, 3.1). */
export const AuthorizationRequest = z.looseObject({
  response_type: Asked.meta({ description: "`code`" }),
  client_id: Asked,
  redirect_uri: Asked.meta({ description: "One that is registered; the first of them if left out." }),
  scope: Asked.meta({ description: "Separated by spaces; all that the application may have if left out." }),
  state: Asked.meta({ description: "Given back as it is." }),
  code_challenge: Asked.meta({ description: "RFC 7636. Applications without a secret must send it." }),
  code_challenge_method: Asked.meta({ description: "`S256`" }),
});
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

const text = z.string().optional();
const credentials = {
  client_id: text,
  client_secret: text.meta({
    description: "Or both as user and password of `Authorization: Basic`, each form-urlencoded.",
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
    redirect_uri: text.meta({ description: "The one of the authorization request, if it had one." }),
    code_verifier: text.meta({ description: "RFC 7636, if there was a challenge." }),
    refresh_token: text,
    scope: text.meta({ description: "With a refresh token: less than what was granted." }),
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
    refresh_token: z.string().meta({ description: "Good once: the next answer has the next one." }),
    token_type: z.literal("Bearer"),
    scope: z.string().meta({ description: "Separated by spaces." }),
    scopes: z.array(z.string()),
    expires_in: z.int().meta({ description: "Seconds." }),
    refresh_expires_in: z.int().meta({ description: "Seconds." }),
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
    token_type_hint: text.meta({ description: "Not needed." }),
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
    sub: UserId.optional().meta({ description: "Whose token it is." }),
    exp: z.int().optional(),
    iat: z.int().optional(),
    iss: z.string().optional(),
    token_type: z.literal("Bearer").optional().meta({ description: "Of access tokens." }),
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
        token_type: "Bearer" as const,
      },
    ],
  });
export type Introspection = z.infer<typeof Introspection>;

/** All that the endpoints of programs know. */
export const parameterNames = [
  ...new Set([...Object.keys(TokenRequest.shape), ...Object.keys(TokenQuestion.shape)]),
];

const yes = ["true", "1"];
export const Decision = z
  .object({
    transaction_id: z.string(),
    cancel: z
      .union([z.boolean(), z.enum([...yes, "false", "0", ""])])
      .transform((value) => value === true || yes.includes(String(value)))
      .default(false)
      .meta({ description: "True: no." }),
  })
  .meta({
    id: "Decision",
    examples: [
      { transaction_id: "4mSa1Cw6nZ8tQ0YhTfVg2bXk7RjPd9EoLs5HuWc3Ni1" },
      { transaction_id: "4mSa1Cw6nZ8tQ0YhTfVg2bXk7RjPd9EoLs5HuWc3Ni1", cancel: true },
    ],
  });

export const Consent = z
  .object({
    name: z.string(),
    description: z.string().optional(),
    homepage: z.string(),
    logo: z.string().optional(),
    scopes: z.array(z.string()),
  })
  .meta({
    id: "Consent",
    description: "Who asks, and for what.",
    examples: [
      {
        name: "Planner",
        homepage: "https://planner.example.com",
        scopes: ["table|read", "record|read"],
      },
    ],
  });
