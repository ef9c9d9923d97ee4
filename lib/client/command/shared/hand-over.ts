/*
 * Takes a token from the browser. The page of the server seals it for the key of this program, and leads the browser to a loopback address:
 *
 *   gridless login                    browser, signed in                  server
 *   key pair, state ──────▶ /account/token?port&state&key ──────────────▶ shows the code, asks
 *        │                            the person confirms ──────────────▶ makes the token, seals it for the key
 *        ▼                                                                      │
 *   127.0.0.1:port/?state&sealed ◀──────────────────────────────── redirect ◀───┘
 *
 * The private key never leaves this program, so the address, which the browser keeps in its history, is of no use to others. The state says
 * that the answer belongs to this login. lib/oauth/seal-token.ts is the other side.
 */
import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { CommandError } from "./failure.ts";

/** How the browser is answered: what happened, for the person. */
type Answer = (status: number, text: string) => void;

export interface HandOverAsked {
  /** What the page calls the program. */
  name: string;
  /** What the page proposes: read, write or everything. */
  may: string;
}

export interface HandedOver {
  token: string;
  /** Tells the browser how it ended. */
  answer: Answer;
}

const keyBytes = 32;
const tagBytes = 16;

/** A port on this machine that waits for a token. */
export class TokenReceiver {
  readonly #privateKey: KeyObject;
  readonly #publicKey: string;
  readonly #state = randomBytes(24).toString("base64url");
  readonly #server: Server = createServer();

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("x25519");
    this.#privateKey = privateKey;
    this.#publicKey = publicKey.export({ format: "jwk" }).x ?? "";
  }

  /** What the page shows too: a person compares the two. */
  get code(): string {
    const digits = createHash("sha256").update(this.#publicKey).digest("hex").slice(0, 8).toUpperCase();
    return `${digits.slice(0, 4)}-${digits.slice(4)}`;
  }

  /** Begins to listen. Gives the address of the page. */
  async open(url: string, { name, may }: HandOverAsked): Promise<string> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    const address = this.#server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const query = { port: String(port), state: this.#state, key: this.#publicKey, name, may };
    return `${url}/account/token?${new URLSearchParams(query)}`;
  }

  /** Waits for the token. What does not belong to this login is refused, and it waits on. */
  take(signal: AbortSignal): Promise<HandedOver> {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      this.#server.on("request", (request: IncomingMessage, response: ServerResponse) => {
        const answer: Answer = (status, text) => answerPage(response, status, text);
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
        if (request.method !== "GET" || pathname !== "/") return answer(404, "Nothing is here.");
        if (!isSame(searchParams.get("state") ?? "", this.#state))
          return answer(403, "This does not belong to the login that waits here. Nothing was taken.");
        if (searchParams.has("refused")) {
          answer(200, "The command gets no token. You can close this page.");
          return reject(new CommandError("failed", "the token was refused in the browser"));
        }
        const token = this.#unseal(searchParams.get("sealed") ?? "");
        if (token === undefined)
          return answer(400, "This is not sealed for the login that waits here. Nothing was taken.");
        resolve({ token, answer });
      });
    });
  }

  close(): void {
    this.#server.close();
    this.#server.closeIdleConnections();
  }

  /** Undefined if it was sealed for another key, or was changed. */
  #unseal(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, "base64url");
    try {
      const sender = bytes.subarray(0, keyBytes);
      const x = sender.toString("base64url");
      const publicKey = createPublicKey({ key: { kty: "OKP", crv: "X25519", x }, format: "jwk" });
      const shared = diffieHellman({ privateKey: this.#privateKey, publicKey });
      const salt = Buffer.concat([sender, Buffer.from(this.#publicKey, "base64url")]);
      const key = Buffer.from(hkdfSync("sha256", shared, salt, "gridless token", 32));
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.alloc(12), { authTagLength: tagBytes });
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([
        decipher.update(bytes.subarray(keyBytes, -tagBytes)),
        decipher.final(),
      ]).toString();
    } catch {
      return undefined;
    }
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function answerPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    // the address holds the sealed token
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    connection: "close",
  });
  response.end(
    `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>gridless login</title>\n<h1>gridless login</h1>\n<p>${text}</p>\n`,
  );
}
