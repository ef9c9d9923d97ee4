/* What an application says about itself, in a registration (RFC 7591, 2) or in the document that its id is the address of. */
import * as z from "zod";
import { ClientId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { Name } from "#lib/schemas/basics/text";

const text = z.string().max(limits.urlLength).optional();
const texts = z.array(z.string().max(limits.nameLength)).max(20);

/** Unknown members are ignored (RFC 7591, 2). */
export const ClientMetadata = z
  .looseObject({
    redirect_uris: z.array(z.string().max(limits.urlLength)).min(1).max(limits.redirectUrisPerClient).meta({
      description:
        "https, or http for 127.0.0.1, [::1] and localhost, where any port matches; or the scheme of a known program (`cursor://…`, `vscode://…`) or of a domain in reverse order (`com.example.app:/…`). Others are left out of the answer; at least one must remain.",
    }),
    client_name: Name.optional().meta({ description: "Default: the host of the first redirect URI." }),
    client_uri: text.meta({
      description: "The homepage. Default: where the first redirect URI is, if that is a web address.",
    }),
    scope: z.string().max(limits.urlLength).optional().meta({
      description:
        "Not needed: each authorization request says what it asks for. The answer has all scopes that may be asked for.",
    }),
    grant_types: texts.optional(),
    response_types: texts.optional(),
    token_endpoint_auth_method: text.meta({ description: "Always `none`, whatever is asked for." }),
  })
  .meta({
    id: "ClientMetadata",
    examples: [
      {
        client_name: "Assistant",
        client_uri: "https://assistant.example.com",
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
    ],
  });
export type ClientMetadata = z.infer<typeof ClientMetadata>;

export const RegisteredClient = z
  .object({
    client_id: ClientId,
    client_id_issued_at: z.int().meta({ description: "Seconds since 1970." }),
    client_name: z.string(),
    client_uri: z.string().optional(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.literal("none"),
    scope: z.string().meta({ description: "All scopes that it may ask for." }),
  })
  .meta({
    id: "RegisteredClient",
    examples: [
      {
        client_id: "clt4msa1cw6nz8tq0yh",
        client_id_issued_at: 1_769_851_800,
        client_name: "Assistant",
        client_uri: "https://assistant.example.com",
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none" as const,
        scope: "table|read field|read record|read",
      },
    ],
  });
export type RegisteredClient = z.infer<typeof RegisteredClient>;
