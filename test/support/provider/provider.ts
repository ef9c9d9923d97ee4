/*
 * A small OpenID provider on this machine, for tests of signing in with one: discovery, keys, codes with PKCE, id tokens, userinfo. What it says of
 * a person can be forged in every part. `arriveFrom` does what a browser does there.
 */
import {
  createHash,
  createHmac,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign as signPlain,
} from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, vi } from "vitest";

type Claims = Record<string, unknown>;

/** How an id token is made otherwise than it should be. */
interface Forged {
  /** Members that replace those of the token; `undefined` takes one away. */
  claims?: Claims;
  header?: Claims;
  /** Signs what is to be signed, in place of the provider. */
  sign?: (text: string) => string;
  /** What comes in place of the answer of the token endpoint. */
  answer?: { status: number; body: object };
}

interface Key {
  kid: string;
  alg: "RS256" | "ES256" | "EdDSA";
  privateKey: KeyObject;
  publicKey: KeyObject;
}

interface Issued {
  clientId: string;
  redirectUri: string;
  challenge: string;
  nonce: string;
  claims: Claims;
  forged: Forged;
}

const clientId = "gridless-test";
export const clientSecret = "s3cret/of+the client";

function newKey(alg: Key["alg"] = "RS256"): Key {
  const pair =
    alg === "RS256"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : alg === "ES256"
        ? generateKeyPairSync("ec", { namedCurve: "P-256" })
        : generateKeyPairSync("ed25519");
  return { kid: randomUUID(), alg, ...pair };
}

const inBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signBy({ alg, privateKey }: Key, text: string): string {
  if (alg === "EdDSA") return signPlain(undefined, Buffer.from(text), privateKey).toString("base64url");
  const signing = createSign("sha256").update(text);
  const key = alg === "ES256" ? { key: privateKey, dsaEncoding: "ieee-p1363" as const } : privateKey;
  return signing.sign(key).toString("base64url");
}

/** Signs with HMAC, as an attacker would who knows the key. */
export const signWithSecret = (secret: string) => (text: string) =>
  createHmac("sha256", secret).update(text).digest("base64url");

export interface TestProvider {
  url: string;
  /** The keys that it publishes; the first signs. */
  keys: Key[];
  /** How often each path was asked for. */
  asked: Map<string, number>;
  /** Members that replace those of the discovery document. */
  document: Claims;
  /** While set, every answer has this status. */
  down: number | undefined;
  /** What userinfo says; without it there is no such endpoint. */
  userinfo: Claims | undefined;
  /** Turns to a new key, as providers do. */
  rotate(alg?: Key["alg"]): void;
  /** Whom the pages of the provider sign in, for a real browser. */
  person: Claims;
  /**
   * The query with which the browser comes back, after the person has agreed at the address to which it was sent. Throws if the address lacks what
   * it must have.
   */
  agree(location: string, claims: Claims, forged?: Forged): Record<string, string>;
}

/** Starts a provider for the time of a test, and makes it that of this service. */
export async function aProvider(settings: Record<string, string> = {}): Promise<TestProvider> {
  const { provider, close } = await openProvider();
  useProvider(provider, settings);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await close();
  });
  return provider;
}

/** Makes a provider that of this service. */
export function useProvider({ url }: Pick<TestProvider, "url">, settings: Record<string, string> = {}): void {
  const all = {
    GRIDLESS_OUTGOING: "loopback",
    GRIDLESS_OIDC_ISSUER: url,
    GRIDLESS_OIDC_CLIENT_ID: clientId,
    GRIDLESS_OIDC_CLIENT_SECRET: clientSecret,
    GRIDLESS_OIDC_NAME: "Example Login",
    ...settings,
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
}

/** Starts a provider; with `localhost` it is another site than 127.0.0.1, for a browser. */
export async function openProvider(host = "127.0.0.1") {
  const issued = new Map<string, Issued>();
  const tokens = new Map<string, Claims>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(599).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;

  const provider: TestProvider = {
    url,
    keys: [newKey()],
    asked: new Map(),
    document: {},
    down: undefined,
    userinfo: undefined,
    person: {},
    rotate: (alg) => {
      provider.keys = [newKey(alg)];
    },
    agree(location, claims, forged = {}) {
      const { origin, pathname, searchParams } = new URL(location);
      const asked = Object.fromEntries(searchParams);
      const wanted = { response_type: "code", client_id: clientId, code_challenge_method: "S256" };
      for (const [name, value] of Object.entries({ ...wanted, scope: "openid email profile" }))
        if (asked[name] !== value) throw new Error(`${name} is ${asked[name]}`);
      if (origin + pathname !== `${url}/authorize`) throw new Error(`not the provider: ${location}`);
      const {
        state = "",
        nonce = "",
        redirect_uri: redirectUri = "",
        code_challenge: challenge = "",
      } = asked;
      if (![state, nonce, challenge].every((each) => each.length >= 43)) throw new Error("too little chance");
      const code = randomUUID();
      issued.set(code, { clientId, redirectUri, challenge, nonce, claims, forged });
      return { code, state };
    },
  };

  function idToken({ nonce, claims, forged }: Issued, accessToken: string): string {
    const [key] = provider.keys;
    if (!key) throw new Error("no key");
    const now = Math.floor(Date.now() / 1000);
    const hash = createHash(key.alg === "EdDSA" ? "sha512" : "sha256")
      .update(accessToken)
      .digest();
    const all = {
      ...{ iss: url, aud: clientId, iat: now, exp: now + 300, nonce, auth_time: now },
      at_hash: hash.subarray(0, hash.length / 2).toString("base64url"),
      ...claims,
      ...forged.claims,
    };
    const header = { alg: key.alg, kid: key.kid, typ: "JWT", ...forged.header };
    const text = `${inBase64(header)}.${inBase64(all)}`;
    return `${text}.${forged.sign ? forged.sign(text) : signBy(key, text)}`;
  }

  async function exchange(request: IncomingMessage): Promise<[status: number, body: object]> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const basic = Buffer.from(
      request.headers.authorization?.replace(/^Basic /, "") ?? "",
      "base64",
    ).toString();
    const [id, secret] = basic
      ? basic.split(":").map((each) => decodeURIComponent(each.replaceAll("+", " ")))
      : [body["client_id"], body["client_secret"]];
    if (id !== clientId || secret !== clientSecret) return [401, { error: "invalid_client" }];
    const code = body["code"] ?? "";
    const found = issued.get(code);
    issued.delete(code);
    const challenge = createHash("sha256")
      .update(body["code_verifier"] ?? "")
      .digest("base64url");
    if (!found || found.redirectUri !== body["redirect_uri"] || found.challenge !== challenge)
      return [400, { error: "invalid_grant" }];
    if (found.forged.answer) return [found.forged.answer.status, found.forged.answer.body];
    const token = randomUUID();
    tokens.set(token, { sub: found.claims["sub"], ...provider.userinfo });
    return [
      200,
      { access_token: token, token_type: "Bearer", expires_in: 300, id_token: idToken(found, token) },
    ];
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    provider.asked.set(pathname, (provider.asked.get(pathname) ?? 0) + 1);
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (provider.down !== undefined) return void response.writeHead(provider.down).end("down");
    if (pathname === "/.well-known/openid-configuration")
      return void send(200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        id_token_signing_alg_values_supported: ["RS256", "ES256", "EdDSA", "HS256", "none"],
        ...(provider.userinfo && { userinfo_endpoint: `${url}/userinfo` }),
        ...provider.document,
      });
    if (pathname === "/keys")
      return void send(200, {
        keys: provider.keys.map(({ publicKey, kid, alg }) => ({
          ...publicKey.export({ format: "jwk" }),
          ...{ kid, alg, use: "sig" },
        })),
      });
    if (pathname === "/token") return void send(...(await exchange(request)));
    if (pathname === "/userinfo") {
      const said = tokens.get(request.headers.authorization?.replace(/^Bearer /i, "") ?? "");
      return void (said ? send(200, said) : send(401, { error: "invalid_token" }));
    }
    if (pathname === "/authorize") {
      // a real browser: a page with two ways on
      const way = searchParams.get("way");
      if (!way) {
        const links = ["Agree", "Cancel"].map(
          (word) => `<p><a href="${`${request.url}&way=${word}`.replaceAll("&", "&amp;")}">${word}</a></p>`,
        );
        response.writeHead(200, { "content-type": "text/html" });
        return void response.end(
          `<!doctype html><html lang=en><link rel=icon href=data:,><title>Example Login</title>${links.join("")}`,
        );
      }
      searchParams.delete("way");
      const back =
        way === "Agree"
          ? provider.agree(`${url}/authorize?${searchParams}`, provider.person)
          : { error: "access_denied", state: searchParams.get("state") ?? "" };
      const location = `${searchParams.get("redirect_uri")}?${new URLSearchParams(back)}`;
      return void response.writeHead(302, { location }).end();
    }
    response.writeHead(404).end();
  }

  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { provider, close };
}
