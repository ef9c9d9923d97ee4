/* Unpacks a compressed body, at most as much of it as a body may have. Loaded by import(): few bodies are compressed. */
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { AppError, invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";

const [unzip, unbrotli] = [promisify(gunzip), promisify(brotliDecompress)];
const unpack = new Map([
  ["gzip", unzip],
  ["x-gzip", unzip],
  ["br", unbrotli],
]);

/**
 * Replaces a compressed body by what was compressed, and removes its Content-Encoding, so that it may be called again. Throws 400 if the
 * body is broken, 413 if it is larger than a body may be, 415 for another coding.
 */
export async function inflateBody(event: APIGatewayProxyEventV2): Promise<void> {
  const { headers, body = "", isBase64Encoded } = event;
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (coding !== "" && coding !== "identity") {
    const unpackBody = unpack.get(coding);
    if (!unpackBody)
      throw new AppError(
        "unsupported_media_type",
        "The body must be plain or have one Content-Encoding, gzip or br",
        { headers: { "accept-encoding": "gzip, br" } },
      );
    // a gateway that unpacks bodies itself leaves the header, and gives a text (API Gateway does so)
    if (isBase64Encoded) {
      const bytes = await unpackBody(inLimit(Buffer.from(body, "base64")), {
        maxOutputLength: limits.bodyBytes,
      }).catch((error: NodeJS.ErrnoException) => {
        throw refusal(error, coding);
      });
      event.body = bytes.toString("base64");
    }
  }
  delete headers["content-encoding"];
}

function inLimit(bytes: Buffer): Buffer {
  if (bytes.length <= limits.bodyBytes) return bytes;
  throw new AppError(
    "payload_too_large",
    `The body has ${bytes.length} bytes, the limit is ${limits.bodyBytes}`,
  );
}

const refusal = ({ code }: NodeJS.ErrnoException, coding: string) =>
  code === "ERR_BUFFER_TOO_LARGE"
    ? new AppError(
        "payload_too_large",
        `The body has more than ${limits.bodyBytes} bytes when it is unpacked, which is the limit`,
      )
    : invalid([
        { path: "", message: `the body is not ${coding}, as its Content-Encoding says, or is cut off` },
      ]);
