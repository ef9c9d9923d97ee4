/** Writes the answer of a handler, or an error in its place, to the socket. */
import { createReadStream } from "node:fs";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import type { ErrorCode } from "#lib/schemas/basics/error";

/** Writes the whole answer, or throws before the first byte. If reading a `file` fails, the answer is cut off. */
export function write(
  response: ServerResponse,
  result: Result & { file?: string; range?: { start: number; end: number } },
): void {
  const { statusCode = 200, headers = {}, cookies, body = "", isBase64Encoded, file, range = {} } = result;
  // headers of an answer that could not be written may still be set
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies?.length) response.setHeader("set-cookie", cookies);
  const isHead = response.req.method === "HEAD";
  if (file && isHead) response.end();
  else if (file) {
    const bytes = createReadStream(file, range).on("error", () => response.destroy());
    response.once("close", () => bytes.destroy());
    bytes.pipe(response);
  } else if (isBase64Encoded) response.end(Buffer.from(body, "base64"));
  // Node says the length of a body that it sends, but not of one that it leaves out
  else if (isHead && body) response.setHeader("content-length", Buffer.byteLength(body)).end();
  // text that is all ASCII is the same in Latin-1, which is written three times as fast
  else response.end(body, Buffer.byteLength(body) === body.length ? "latin1" : "utf8");
}

/** The common error body, for requests that reach no handler and for handlers that throw. */
export function errorResult(status: number, code: ErrorCode, message: string, requestId: string): Result {
  return {
    statusCode: status,
    headers: { "content-type": "application/json", "x-request-id": requestId },
    body: JSON.stringify({ message, status, code, data: { requestId } }),
  };
}

/** Answers on the bare socket a request that could not be parsed, and closes the connection. */
export function writeRaw(socket: Duplex, { statusCode = 400, headers = {}, body = "" }: Result): void {
  const all = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${lines.join("")}\r\n${body}`);
}
