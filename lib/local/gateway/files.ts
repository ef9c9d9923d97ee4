/*
 * The bucket of attachments on one machine: accepts and serves files at the addresses that lib/files/folder.ts signs, as S3 does. Files
 * do not pass through a handler, so they may be larger than an event; only a piece of a file is in memory at a time.
 */
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { fileIn, type Purpose, receiveFile, sizeOf, verifyPath } from "#lib/files/folder";
import { splitTarget } from "./event.ts";
import { errorResult } from "./respond.ts";

/** An answer whose body may be a file. */
export type FileResult = Result & { file?: string };

/** A file, or a thumbnail of one (lib/schemas/records/thumbnail.ts). */
const address = /^\/attachments\/(upload|read)\/([0-9A-Za-z]{10}(?:\.(?:sm|lg))?)$/;
const methods: Record<Purpose, readonly string[]> = { upload: ["PUT", "POST"], read: ["GET"] };

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
      : await read(folder, part, said, requestId);
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
  ...[folder, part, said, requestId]: [string, string, Map<string, string>, string]
): Promise<FileResult> {
  const size = await sizeOf(folder, part);
  if (size === undefined) return errorResult(404, "not_found", "There is no such file", requestId);
  return {
    statusCode: 200,
    headers: {
      "content-type": said.get("type") ?? "application/octet-stream",
      "content-disposition": said.get("disposition") ?? "attachment",
      "content-length": size,
      "cache-control": "private, max-age=3600",
      // a user's file, served from the origin of our own pages
      "x-content-type-options": "nosniff",
      "content-security-policy": "script-src 'none'; object-src 'none'",
      "x-request-id": requestId,
    },
    file: fileIn(folder, part),
  };
}
