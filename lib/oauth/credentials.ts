/* How a client says who it is (RFC 6749, 2.3.1): in the header or in the body, never in both. */
import { OAuthError } from "./error.ts";

export interface Credentials {
  clientId: string;
  secret?: string;
  /** By the header: then a refusal says how that is done. */
  basic: boolean;
}

interface Sent {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

export function credentialsOf(authorization: string | undefined, sent: Sent): Credentials {
  const { client_id: id = "", client_secret: secret = "" } = sent;
  if (authorization !== undefined) {
    const basic = inHeader(authorization);
    if (secret)
      throw new OAuthError("invalid_request", "The client must authenticate in one way, not in two");
    if (id && id !== basic.clientId)
      throw new OAuthError("invalid_request", "client_id is another than that of the header Authorization");
    return basic;
  }
  if (!id) throw new OAuthError("invalid_client", "client_id is missing");
  return { clientId: id, ...(secret && { secret }), basic: false };
}

function inHeader(authorization: string): Credentials {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1] ?? "";
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  const clientId = decoded(id);
  const clientSecret = decoded(secret);
  if (!clientId || clientSecret === undefined)
    throw invalidClient(true, "The header Authorization must be Basic with the client id and secret");
  return { clientId, ...(clientSecret && { secret: clientSecret }), basic: true };
}

/** Both parts are form-urlencoded before they are joined. */
function decoded(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** Browsers ask for a password when they see the challenge, so it comes only where the header was used. */
export const invalidClient = (basic: boolean, description: string) =>
  new OAuthError(
    "invalid_client",
    description,
    basic ? { "www-authenticate": 'Basic realm="Gridless"' } : undefined,
  );
