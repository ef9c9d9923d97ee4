/*
 * Compresses an answer for a caller who accepts it (docs/design/compression.md). Loaded by import(): a caller without
 * Accept-Encoding does not pay for it.
 */
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { shortAnswer } from "#lib/schemas/basics/answer-size";
import { bestOf, type Coding, preferencesIn } from "./accepted-encoding.ts";

/**
 * A list of 350 kB, by gzip: level 1 of 9 takes half the time of 5, and 20 % more bytes; 6 takes half more time, and 3 % fewer. By brotli, of
 * 11: 1 takes a quarter of the time of 5, and 21 % more bytes; 6 takes a fifth more time, and 2 % fewer. On AWS the bytes are what costs; one
 * machine has many callers on few cores, and some of them are on it themselves.
 */
const level = process.env["GRIDLESS_OPERATION"] === undefined ? 1 : 5;

/** Above this, other requests are answered meanwhile; below, handing the work over takes longer than the work. */
const mostAtOnce = 32 * 1024;

const gzipLater = promisify(gzip);
const brotliLater = promisify(brotliCompress);

const pack: Record<Exclude<Coding, "identity">, (bytes: Buffer) => Buffer | Promise<Buffer>> = {
  gzip: (bytes) => (bytes.length > mostAtOnce ? gzipLater(bytes, { level }) : gzipSync(bytes, { level })),
  br: (bytes) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return bytes.length > mostAtOnce ? brotliLater(bytes, { params }) : brotliCompressSync(bytes, { params });
  },
};

const isText = (type: unknown) => /^(text\/|application\/json|image\/svg)/.test(String(type));

/**
 * The answer in the coding that the caller likes best; the same answer if that is none, if it is short and may be plain, or if it would
 * not become shorter or is compressed already. An ETag becomes weak: the strong one names the bytes of the plain answer. What a cookie of these names
 * opens stays as it is: the page of another origin can make a browser send them, and could guess a secret beside a text of its own from
 * the length of the answer (BREACH).
 */
export async function compressAnswer(
  answer: APIGatewayProxyStructuredResultV2,
  { headers: sent, cookies }: Pick<APIGatewayProxyEventV2, "headers" | "cookies">,
  opening: readonly string[],
): Promise<APIGatewayProxyStructuredResultV2> {
  const { body, isBase64Encoded, headers: { etag, ...headers } = {} } = answer;
  if (!body || headers["content-encoding"] !== undefined) return answer;
  const liked = preferencesIn(sent["accept-encoding"] ?? "");
  const coding = bestOf(liked);
  // API Gateway moves cookies out of the headers; its emulator leaves them there
  const has = cookies ?? sent["cookie"]?.split(";") ?? [];
  const isOpened = has.some((each) => opening.some((name) => each.trim().startsWith(`${name}=`)));
  const isShort = body.length <= shortAnswer && liked.identity > 0;
  if (coding === "identity" || isOpened || isShort || !isText(headers["content-type"])) return answer;
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  const packed = await pack[coding](bytes);
  if (packed.length >= bytes.length && liked.identity > 0) return answer;
  return {
    ...answer,
    headers: {
      ...headers,
      ...(etag !== undefined && { etag: `W/${String(etag).replace(/^W\//, "")}` }),
      "content-encoding": coding,
    },
    body: packed.toString("base64"),
    isBase64Encoded: true,
  };
}
