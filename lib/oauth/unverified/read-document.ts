/*
 * Applications whose id is the address of a document that describes them (draft-ietf-oauth-client-id-metadata-document). The document is
 * fetched with the guards of all outgoing calls: only from hosts on the internet, no redirects, few bytes, few seconds. It is kept as long as
 * its headers allow, at most a day. Only for a person who is signed in, and seldom: visitors must not make this service call addresses.
 */
import { describeLimit, type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import { hash } from "#lib/data/identity/token-text";
import type { ClientItem } from "#lib/data/oauth/clients";
import { fetchFrom, type Outcome } from "#lib/outgoing/fetch";
import { addressProblem } from "#lib/outgoing/target";
import { invalid, tooMany } from "#lib/schemas/basics/error";
import type { UserId } from "#lib/schemas/basics/ids";
import { msPerSecond, secondsPerDay, secondsPerHour, timeAfter } from "#lib/schemas/basics/time-units";
import { ClientMetadata } from "#lib/schemas/identity/registration";
import { OAuthError } from "../oauth-error.ts";
import { type Described, describeClient } from "./describe-client.ts";

const mostBytes = 10 * 1024;
/** Documents that are read for one person. */
const readRate: RateLimit = { rate: 1 / 10, burst: 20 };

/** What a document says, and until when that may be kept. */
export interface ReadDocument {
  described: Described;
  freshUntil: string;
}

/** Whether what is kept of a document may still be used. */
export const isFresh = ({ document }: ClientItem, now: string): boolean =>
  document !== undefined && document.freshUntil > now;

/** Fetches a document. Throws 400 at `client_id` for an address that cannot be one, and for a document that does not fit; 429 for too many. */
export async function readDocument(url: string, userId: UserId, now: string): Promise<ReadDocument> {
  const problem = problemOfAddress(url) ?? addressProblem(url);
  if (problem) throw wrong(problem);
  const seconds = await takeCall(hash(`client documents ${userId}`), readRate, Date.parse(now), "documents");
  if (seconds > 0) throw tooMany("documents of applications", seconds, describeLimit(readRate));
  const outcome = await fetchFrom(url, {
    headers: { accept: "application/json" },
    maxBytes: mostBytes,
    firstByteWithin: 3000,
    within: 5000,
  });
  const fresh = secondsFresh(outcome) * msPerSecond;
  return { described: describe(url, bodyOf(outcome)), freshUntil: timeAfter(now, fresh) };
}

/** As the draft defines addresses of documents (section 3). A path has no `.` and `..` if a parser leaves the address as it is. */
function problemOfAddress(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed || parsed.href !== url) return "must be an address as browsers write it";
  if (parsed.hash || url.includes("#")) return "must not have a fragment (#…)";
  if (parsed.pathname === "/") return "must have a path";
  return undefined;
}

function bodyOf(outcome: Outcome): string {
  if (outcome.problem) throw wrong(outcome.problem.message);
  const { status, headers, body } = outcome;
  if (status !== 200) throw wrong(`must answer with the status 200, and answers with ${status}`);
  if (!/^application\/([a-z.-]+\+)?json\b/i.test(headers["content-type"] ?? ""))
    throw wrong("must answer with the content type application/json");
  return body.toString();
}

function describe(url: string, text: string): Described {
  const { data, error } = ClientMetadata.safeParse(parseJson(text));
  if (error)
    throw wrong(`leads to a document in which ${error.issues[0]?.path.join(".") || "the JSON"} is wrong`);
  if (data["client_id"] !== url) throw wrong("leads to a document whose client_id is another address");
  // a client that promises to prove itself by a secret must not be believed without that
  if ((data.token_endpoint_auth_method ?? "none") !== "none")
    throw wrong("leads to a document whose token_endpoint_auth_method is not none");
  try {
    const described = describeClient(data);
    return data.client_name === undefined ? { ...described, name: new URL(url).host } : described;
  } catch (cause) {
    throw cause instanceof OAuthError
      ? wrong(`leads to a document that does not fit: ${cause.message}`)
      : cause;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong("does not lead to JSON");
  }
}

/** By the header Cache-Control: an hour without one, at most a day. */
function secondsFresh(outcome: Outcome): number {
  const header = (outcome.problem ? undefined : outcome.headers["cache-control"]) ?? "";
  if (/\bno-(store|cache)\b/i.test(header)) return 0;
  const age = /\bmax-age=(\d{1,9})\b/i.exec(header)?.[1];
  return age === undefined ? secondsPerHour : Math.min(Number(age), secondsPerDay);
}

const wrong = (message: string) => invalid([{ path: "client_id", message }]);
