/*
 * What the provider says of itself (OpenID Connect Discovery 1.0), and the client of the library that is made of it. The document is kept for ten
 * minutes; keys are read anew by each sign-in, so that a key that was replaced counts at once.
 */
import * as client from "openid-client";
import * as z from "zod";
import { isOwnCalled, targetOf } from "#lib/outgoing/target";
import { msPerSecond } from "#lib/schemas/basics/time-units";
import { callProvider } from "./call-provider.ts";
import { readClientSecret } from "./client-secret.ts";
import { providerDown } from "./provider-failed.ts";
import type { Provider } from "./settings.ts";

const msFresh = 600 * msPerSecond;

/** Signatures that only the provider can make: none by a shared secret, none at all. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

const Address = z.string().refine((text) => typeof targetOf(text, isOwnCalled()) !== "string");
const Texts = z.array(z.string()).exactOptional();
const Document = z.object({
  issuer: z.string(),
  authorization_endpoint: Address,
  token_endpoint: Address,
  jwks_uri: Address,
  userinfo_endpoint: Address.exactOptional(),
  id_token_signing_alg_values_supported: Texts,
  token_endpoint_auth_methods_supported: Texts,
  authorization_response_iss_parameter_supported: z.boolean().exactOptional(),
});
type Document = z.infer<typeof Document>;

let kept: { issuer: string; document: Document; until: number } | undefined;

/** The client for one sign-in. Throws 503 if the provider does not answer, or is another than the setting names. */
export async function openClient(provider: Provider): Promise<client.Configuration> {
  const [document, secret] = await Promise.all([readDocument(provider), readClientSecret()]);
  const supported = document.id_token_signing_alg_values_supported ?? ["RS256"];
  const allowed = supported.filter((each) => algorithms.includes(each));
  if (allowed.length === 0)
    throw providerDown(provider.name, new Error("the provider signs with no algorithm that is allowed here"));
  const posts = document.token_endpoint_auth_methods_supported?.includes("client_secret_post");
  const proof = secret
    ? posts
      ? client.ClientSecretPost(secret)
      : client.ClientSecretBasic(secret)
    : client.None();
  const metadata = { ...document, id_token_signing_alg_values_supported: allowed };
  const config = new client.Configuration(metadata, provider.clientId, undefined, proof);
  config[client.customFetch] = callProvider;
  // the address of each call is checked by the outgoing door, which allows http on this machine only
  client.allowInsecureRequests(config);
  client.enableNonRepudiationChecks(config);
  return config;
}

async function readDocument({ issuer, name }: Provider): Promise<Document> {
  const now = Date.now();
  if (kept?.issuer === issuer && kept.until > now) return kept.document;
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const document = await fetchDocument(address).catch((cause: unknown) => {
    throw providerDown(name, cause);
  });
  if (document.issuer !== issuer)
    throw providerDown(name, new Error("the issuer in the document is not exactly that of the setting"));
  kept = { issuer, document, until: now + msFresh };
  return document;
}

async function fetchDocument(address: string): Promise<Document> {
  const headers = { accept: "application/json" };
  const answer = await callProvider(address, { method: "GET", headers, body: undefined, redirect: "manual" });
  if (answer.status !== 200) throw new Error(`the document of the provider: status ${answer.status}`);
  const { data, error } = Document.safeParse(await answer.json());
  if (!data) throw new Error(`the document of the provider: ${error.issues[0]?.path.join(".")} is wrong`);
  return data;
}
