/*
 * All outgoing calls: every call to an address that a user entered goes through this module, and can only reach machines on the internet.
 *
 *   address ──▶ https, host name, no password, allowed port ──▶ resolved once, all addresses public ──▶ connected to only these
 *      ▲                                                                                                    │
 *      └──────────────────── a redirect, if it is followed, is checked like the first address ──────────────┘
 *
 * The first call loads the HTTP modules, to keep cold starts of functions short.
 *
 * With npm start, which only this machine can reach, calls may also go to this machine, also with http.
 */
import { type Answer, isRedirect } from "./answer.ts";
import { CallFailed, failureOf, type Problem } from "./problem.ts";
import type { Request } from "./request.ts";
import { addressesOf, bySystem, type Resolve } from "./resolve.ts";
import { isOwnCalled, type Target, targetOf } from "./target.ts";

export interface Call extends Request {
  /** How many redirects of a GET are followed. If left out, none is: the answer is then the redirect itself. */
  redirects?: number;
  /** Milliseconds until the first byte of a response, for each request. */
  firstByteWithin: number;
  /** The operator set the address: it may be on this machine, wherever callers come from. */
  mayOwn?: boolean;
  /** Milliseconds until the last byte, including all redirects. */
  within: number;
}

/** Replaced by tests. */
interface Surroundings {
  resolve?: Resolve;
  ca?: string;
}

interface Journey extends Surroundings {
  call: Call;
  end: AbortController;
}

/** A response, or why there is none. */
export type Outcome = ({ problem?: undefined } & Answer) | { problem: Problem };

/** Never throws for a failed call: the result then has a `problem`. */
export async function fetchFrom(
  address: string,
  call: Call,
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const end = new AbortController();
  const timer = endAfter(call.within, end);
  try {
    const target = targetOf(address, call.mayOwn ?? isOwnCalled());
    if (typeof target === "string") throw new CallFailed("refused", target);
    return await follow(target, call.redirects ?? 0, { ...surroundings, call, end });
  } catch (error) {
    const { problem } = failureOf(end.signal.aborted ? end.signal.reason : error);
    return { problem };
  } finally {
    clearTimeout(timer);
  }
}

async function follow(target: Target, redirects: number, journey: Journey): Promise<Answer> {
  const answer = await arrive(target, journey);
  if (!isRedirect(answer) || journey.call.redirects === undefined) return answer;
  if (redirects === 0) throw new CallFailed("leadsOn", `redirects more than ${journey.call.redirects} times`);
  const location = URL.parse(answer.headers.location ?? "", target.url.href)?.href ?? "";
  // a response from the internet must not redirect to this machine
  const next = targetOf(location, target.isOwn);
  if (typeof next === "string")
    throw new CallFailed("refused", `redirects to another address, which ${next}`);
  return follow(next, redirects - 1, journey);
}

async function arrive(target: Target, { call, end, resolve = bySystem, ca }: Journey): Promise<Answer> {
  const { signal } = end;
  const timer = endAfter(call.firstByteWithin, end);
  const tooLate = new Promise<never>((_, reject) => signal.addEventListener("abort", reject, { once: true }));
  try {
    // a slow DNS lookup cannot be cancelled
    const lookup = Promise.race([addressesOf(target, resolve), tooLate]);
    const [addresses, { send }] = await Promise.all([lookup, import("./request.ts")]);
    return await send(target, call, { addresses, signal, onAnswer: () => clearTimeout(timer), ca });
  } finally {
    clearTimeout(timer);
  }
}

const endAfter = (milliseconds: number, end: AbortController) =>
  setTimeout(
    () => end.abort(new CallFailed("late", `did not respond completely within ${milliseconds / 1000} s`)),
    milliseconds,
  );
