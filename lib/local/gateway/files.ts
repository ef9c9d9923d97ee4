/*
 * The bucket of attachments on one machine: accepts and serves files at the addresses that lib/files/folder.ts signs, as S3 does. Files
 * do not pass through a handler, so they may be larger than an event; only a piece of a file is in memory at a time.
 */
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { fileIn, findFileState, type Purpose, receiveFile, verifyPath } from "#lib/files/folder";
import { splitTarget } from "./event.ts";
import { type ByteRange, byteRangeOf, type FileState, isUnchanged, validatorsOf } from "./file-ranges.ts";
import { errorResult } from "./respond.ts";

/** An answer whose body may be a file, or a range of one. */
export type FileResult = Result & { file?: string; range?: ByteRange };

/** A file, or a thumbnail of one (lib/schemas/records/thumbnail.ts). */
const address = /^\/attachments\/(upload|read)\/([0-9A-Za-z]{10}(?:\.(?:sm|lg))?)$/;
const methods: Record<Purpose, readonly string[]> = { upload: ["PUT", "POST"], read: ["GET", "HEAD"] };

/** Answers a request for the bytes of a file; undefined for any other. */
export async function answerForFile(
  request: IncomingMessage,
  requestId: string,
): Promise<FileResult | undefined> {
  const folder = process.env["GRIDLESS_FILES"];
  const { path, query } = splitTarget(request.url ?? "/");
  const [, kind, part = ""] = address.exec(path) ?? [];
  if (!folder || !kind || !methods[kind as Purpose].includes(request.method ?? "")) return undefined;
  const purpose = kind as Purpose;
  const said = verifyPath(folder, purpose, part, new URLSearchParams(query));
  const answer = !said
    ? refused("This address is invalid or has expired", requestId)
    : purpose === "upload"
      ? await upload(folder, part, said, request, requestId)
      : await read(folder, part, said, request, requestId);
  // a client that is still sending reads the refusal only after the rest of its body was read
  request.resume();
  return answer;
}

/** Sends the bytes of a request to the signed address that its answer gives (307); any other answer stays as it is. */
export async function followUpload(
  request: IncomingMessage,
  answer: FileResult,
  requestId: string,
): Promise<FileResult> {
  const location = answer.statusCode === 307 && answer.headers?.["location"];
  if (!location) {
    request.resume();
    return answer;
  }
  const { pathname, search } = new URL(String(location));
  const taken = await answerForFile(Object.assign(request, { url: pathname + search }), requestId);
  return taken?.statusCode === 200 ? { ...taken, statusCode: 201 } : (taken ?? answer);
}

const refused = (message: string, requestId: string) =>
  errorResult(403, "restricted_resource", message, requestId);

async function upload(
  ...[folder, part, said, request, requestId]: [string, string, Map<string, string>, IncomingMessage, string]
): Promise<FileResult> {
  const { "content-type": type, "content-length": length } = request.headers;
  for (const [name, sent] of Object.entries({ type, length }))
    if (sent !== said.get(name)) {
      const message = `The address is for content-${name} ${said.get(name)}, and no other was announced`;
      return refused(message, requestId);
    }
  await receiveFile(folder, part, request, Number(length));
  return { statusCode: 200, headers: { "x-request-id": requestId } };
}

async function read(
  ...[folder, part, said, { method, headers }, requestId]: [
    string,
    string,
    Map<string, string>,
    IncomingMessage,
    string,
  ]
): Promise<FileResult> {
  const found = await findFileState(folder, part);
  if (!found) return errorResult(404, "not_found", "There is no such file", requestId);
  const common = {
    ...validatorsOf(found),
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=3600",
    "x-request-id": requestId,
  };
  if (isUnchanged(headers, found)) return { statusCode: 304, headers: common };
  // a range of a HEAD means nothing
  const range = method === "HEAD" ? "all" : byteRangeOf(headers, found);
  if (range === "none") {
    const message = `The file has ${found.size} bytes: the range ${JSON.stringify(headers.range)} is behind its end`;
    const refusal = errorResult(416, "range_not_satisfiable", message, requestId);
    return { ...refusal, headers: { ...refusal.headers, "content-range": `bytes */${found.size}` } };
  }
  return {
    statusCode: range === "all" ? 200 : 206,
    headers: {
      ...common,
      "content-type": said.get("type") ?? "application/octet-stream",
      "content-disposition": said.get("disposition") ?? "attachment",
      ...lengthOf(range, found),
      // a user's file, served from the origin of our own pages
      "x-content-type-options": "nosniff",
      "content-security-policy": "script-src 'none'; object-src 'none'",
    },
    file: fileIn(folder, part),
    ...(range !== "all" && { range }),
  };
}

function lengthOf(range: ByteRange | "all", { size }: FileState): Record<string, string | number> {
  if (range === "all") return { "content-length": size };
  const { start, end } = range;
  return { "content-length": end - start + 1, "content-range": `bytes ${start}-${end}/${size}` };
}
