import { limitNetwork } from "#lib/data/identity/network";
import { created, publicEndpoint } from "#lib/http/endpoint";
import { registrationFailure } from "#lib/oauth/protocol-failure";
import { describeClient } from "#lib/oauth/unverified/describe-client";
import { registerClient } from "#lib/oauth/unverified/keep-clients";
import { msPerSecond } from "#lib/schemas/basics/time-units";
import { WebAddress } from "#lib/schemas/basics/url";
import { ClientMetadata, RegisteredClient } from "#lib/schemas/identity/registration";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/oauth/register",
    summary: "Register an application without a person",
    description:
      "RFC 7591, for programs such as assistants that find this service by its metadata. The application is a public client: it has no secret and must use PKCE. It is marked as unverified: its users choose the bases at each consent, and may allow it to read only. If it is not used for 30 days, it ends. Errors have the shape of the protocol.",
    body: ClientMetadata,
    response: created(RegisteredClient),
    failure: registrationFailure,
  },
  async ({ body, sourceIp, now }) => {
    const described = describeClient(body);
    await limitNetwork("registrations of applications", sourceIp, { rate: 1 / 60, burst: 20 });
    const { clientId, name, homepage, redirectUris, scopes } = await registerClient(described, now);
    return {
      client_id: clientId,
      client_id_issued_at: Math.floor(Date.parse(now) / msPerSecond),
      client_name: name,
      // official clients refuse an address that is none of the web
      ...(WebAddress.safeParse(homepage).success && { client_uri: homepage }),
      redirect_uris: redirectUris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none" as const,
      scope: scopes.join(" "),
    };
  },
);
