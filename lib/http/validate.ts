/* Whether the request is valid: all issues of query, body and headers at once, once the caller is known to be allowed. */
import { isUtf8 } from "node:buffer";
import type { MiddlewareObj } from "@middy/core";
import type * as z from "zod";
import { AppError, type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { issuesOf } from "#lib/schemas/issues/issues";
import type { Event, Incoming } from "./call.ts";
import type { Definition } from "./definition.ts";
import { ifMatchIssues } from "./etag.ts";
import { keyIssues } from "./idempotency.ts";
import { parseQuery } from "./receive.ts";
import { windowIssues } from "./request-headers.ts";

/** Sets `call.body`. Throws 503 while writes are stopped, 400 with every issue, 413 or 415. */
export function validate(definition: Definition): MiddlewareObj<Incoming> {
  return {
    before: async function check({ event }) {
      const { call } = event;
      const stopped = await call.findingStop;
      // a request that was done before gets its answer again
      if (stopped && !call.keyed?.done) throw stopped;
      if (call.savedQueryError) throw call.savedQueryError;
      const parsed = definition.body && parsedBody(definition.body, await readBodyOf(event, definition));
      const issues: Issue[] = [
        ...(await encodingIssues(event.rawQueryString)),
        ...(call.queryError ? issuesOf(call.queryError) : []),
        ...(parsed?.error ? issuesOf(parsed.error) : []),
        ...keyIssues(event, definition),
        ...ifMatchIssues(event, definition),
        ...windowIssues(event),
      ];
      if (issues.length > 0) throw invalid(issues);
      call.body = parsed?.data;
    },
  };
}

/** Reads the body. If it names a saved query by `queryId`, the members of that query are added. */
async function readBodyOf(event: Incoming, definition: Definition) {
  const read = await readBody(event, definition);
  const { principal, now } = event.call;
  if (!definition.body || !principal || !namesQuery(read.body)) return read;
  const { completeBody } = await import("#lib/data/query/complete-query");
  const body = await completeBody(definition.body, read.body, { userId: principal.userId, now });
  return { ...read, body };
}

const namesQuery = (body: unknown): body is object =>
  typeof body === "object" && body !== null && Object.hasOwn(body, "queryId");

function parsedBody(shape: z.ZodType, { body, size }: { body: unknown; size: number }) {
  // the check of a large body stops at the first issue; a version of zod that does not know this option would only take longer
  const context = { reportInput: true, abortEarly: size > limits.thoroughValues };
  return shape.safeParse(body, context);
}

const jsonType = /^application\/(json|[\w.-]+\+json)\s*(;|$)/i;
const multipartType = /^multipart\/form-data\s*(;|$)/i;
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Names the media type only, so that nothing else in the header is repeated. */
const sentType = (type: string) =>
  type.replace(/^([\w+.-]{1,60}\/[\w+.-]{1,60})?.*$/s, (_, known) => (known ? `, not ${known}` : ""));

async function readBody(event: Event, { form, multipart }: Pick<Definition, "form" | "multipart">) {
  const { headers } = event;
  const type = headers["content-type"] ?? "";
  const isForm = form && formType.test(type);
  const isMultipart = multipart && multipartType.test(type);
  if (!isForm && !isMultipart && !jsonType.test(type)) {
    const other = form ? ", or a form" : multipart ? ", or multipart/form-data" : "";
    throw new AppError(
      "unsupported_media_type",
      `The body must be JSON, with content-type application/json${other}${sentType(type)}`,
    );
  }
  if (headers["content-encoding"] !== undefined)
    await (await import("./encodings/inflate-body.ts")).inflateBody(event);
  const { body = "", isBase64Encoded } = event;
  const size = isBase64Encoded ? Buffer.byteLength(body, "base64") : Buffer.byteLength(body);
  if (size > limits.bodyBytes)
    throw new AppError("payload_too_large", `The body has ${size} bytes, the limit is ${limits.bodyBytes}`);
  const bytes = isBase64Encoded ? Buffer.from(body, "base64") : undefined;
  if (isMultipart) {
    // imported here, so that other functions do not load it at their start
    const { parseMultipart } = await import("./multipart.ts");
    return limitBody(await parseMultipart(bytes ?? Buffer.from(body), type));
  }
  if (bytes && !isUtf8(bytes)) throw (await loadUtf8()).notUtf8(bytes);
  // a byte order mark says nothing in UTF-8, and editors of Windows write one
  const text = (bytes?.toString() ?? body).replace(/^\ufeff/, "");
  return isForm ? limitBody(await parseForm(text)) : parseJson(text, form);
}

const loadUtf8 = () => import("#lib/schemas/basics/utf8");

/** The issues of percent-encoded bytes. The check is only loaded for bytes outside ASCII, which most texts do not have. */
const encodingIssues = async (text: string) =>
  /%[89a-f]/i.test(text) ? (await loadUtf8()).encodingIssues(text) : [];

async function parseForm(text: string) {
  const parsed = parseQuery(text);
  const issues = await encodingIssues(text);
  if (issues.length > 0) throw invalid(issues);
  return parsed;
}

/** Finds numbers that a double may not hold exactly. */
const longNumber = /\d{16}|e-\d{3}/i;

/** The bodies that pages send may contain any text, as forms do. */
async function parseJson(text: string, isPage?: boolean) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // some of V8's reasons quote the text, which may contain a password
    const reason = error instanceof Error ? error.message.replace(/, (\.{3})?".*$/s, "") : "";
    throw invalid([
      {
        path: "",
        message: text.trim()
          ? `the body is not JSON: ${reason}`
          : "the body is empty; send {} to leave all out",
      },
    ]);
  }
  const limited = limitBody(value);
  const isLong = longNumber.test(text);
  if (isLong || limited.lost.length > 0) {
    const { lostNumbers, lostTexts } = await import("#lib/schemas/issues/lost-in-json");
    const issues = [...(isPage ? [] : lostTexts(limited.lost)), ...(isLong ? lostNumbers(text) : [])];
    if (issues.length > 0) throw invalid(issues);
  }
  return limited;
}

/**
 * Throws 400 for a body that is nested too deeply or has too many values, because later code recurses into each level and visits each
 * member. Gives in `lost` the texts that contain half a surrogate pair or U+0000.
 */
function limitBody(body: unknown) {
  const path: PropertyKey[] = [];
  const lost: { path: string; text: string }[] = [];
  let size = 0;
  const refuse = (at: PropertyKey[], message: string) => {
    throw invalid([{ path: pathOf(at), message }]);
  };
  const checkText = (text: string) => {
    if (!text.isWellFormed() || text.includes("\0")) lost.push({ path: pathOf(path), text });
  };
  const visit = (value: unknown): void => {
    if (path.length > limits.bodyDepth) refuse([], `the body is nested deeper than ${limits.bodyDepth}`);
    if (++size > limits.bodyValues) refuse([], `the body holds more than ${limits.bodyValues} values`);
    if (typeof value === "string") checkText(value);
    if (typeof value !== "object" || value === null) return;
    const members = Array.isArray(value) ? value : Object.keys(value);
    if (members.length > limits.bodyMembers)
      refuse(path, `at most ${limits.bodyMembers} members; got ${members.length}`);
    for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      path.push(key);
      if (typeof key === "string") checkText(key);
      visit(member);
      path.pop();
    }
  };
  visit(body);
  return { body, size, lost };
}
