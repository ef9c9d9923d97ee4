/* How a client authenticates (RFC 6749, 2.3.1): by the header Authorization or by the body, never by both. */
import { OAuthError } from "./oauth-error.ts";

/** What a client sent to authenticate, not yet checked. */
export interface Credentials {
  clientId: string;
  secret?: string;
  /** Whether they came in the header Authorization. A refusal then has a challenge. */
  basic: boolean;
}

interface CredentialsInBody {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

/** The credentials that were sent, not yet checked. Throws invalid_request if they contradict each other, invalid_client without a client id. */
export function readCredentials(authorization: string | undefined, body: CredentialsInBody): Credentials {
  const { client_id: id = "", client_secret: secret = "" } = body;
  if (authorization !== undefined) {
    const basic = readHeader(authorization);
    if (secret)
      throw new OAuthError("invalid_request", "The client must authenticate in one way, not in two");
    if (id && id !== basic.clientId)
      throw new OAuthError("invalid_request", "client_id is another than that of the header Authorization");
    return basic;
  }
  if (!id) throw new OAuthError("invalid_client", "client_id is missing");
  return { clientId: id, ...(secret && { secret }), basic: false };
}

function readHeader(authorization: string): Credentials {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization)?.[1] ?? "";
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  const clientId = decodePart(id);
  const clientSecret = decodePart(secret);
  if (!clientId || clientSecret === undefined)
    throw invalidClient(true, "The header Authorization must be Basic with the client id and secret");
  return { clientId, ...(clientSecret && { secret: clientSecret }), basic: true };
}

/** Both parts are form-urlencoded before they are joined. */
function decodePart(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** The error invalid_client (401). It has a challenge only where the header was used: browsers ask for a password when they see one. */
export const invalidClient = (basic: boolean, description: string) =>
  new OAuthError(
    "invalid_client",
    description,
    basic ? { "www-authenticate": 'Basic realm="Gridless"' } : undefined,
  );
