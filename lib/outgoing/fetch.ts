/*
 * The way out: every call to an address that somebody gave us goes through here, and reaches machines on the internet only.
 *
 *   address ──▶ https, a name, no password, a usual port ──▶ looked up once, all of it global ──▶ connected to just that
 *      ▲                                                                                              │
 *      └──────────────── a redirect is an address like the first, where redirects are followed ───────┘
 *
 * HTTP itself is loaded by the first call: a start of a function has no time for it.
 *
 * With npm start, to which only this machine has access, a call may go to this machine too, with http as well.
 */
import { type Answer, isRedirect } from "./answer.ts";
import { CallFailed, failureOf, type Problem } from "./problem.ts";
import type { Request } from "./request.ts";
import { addressesOf, bySystem, type Resolve } from "./resolve.ts";
import { isOwnCalled, type Target, targetOf } from "./target.ts";

export interface Call extends Request {
  /** How many are followed, of GET; none if left out: the answer is then the redirect. */
  redirects?: number;
  /** Milliseconds until the first byte of an answer, of each if redirects are followed. */
  firstByteWithin: number;
  /** Milliseconds until the last, with all redirects. */
  within: number;
}

/** What tests have of their own. */
interface Surroundings {
  resolve?: Resolve;
  ca?: string;
}

interface Journey extends Surroundings {
  call: Call;
  end: AbortController;
}

export type Outcome = ({ problem?: undefined } & Answer) | { problem: Problem };

export async function fetchFrom(
  address: string,
  call: Call,
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const end = new AbortController();
  const timer = endAfter(call.within, end);
  try {
    const target = targetOf(address, isOwnCalled());
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
  if (redirects === 0) throw new CallFailed("leadsOn", `leads on more than ${journey.call.redirects} times`);
  const location = URL.parse(answer.headers.location ?? "", target.url.href)?.href ?? "";
  // nobody else's answer leads to this machine
  const next = targetOf(location, target.isOwn);
  if (typeof next === "string") throw new CallFailed("refused", `leads on to another address, which ${next}`);
  return follow(next, redirects - 1, journey);
}

async function arrive(target: Target, { call, end, resolve = bySystem, ca }: Journey): Promise<Answer> {
  const { signal } = end;
  const timer = endAfter(call.firstByteWithin, end);
  const tooLate = new Promise<never>((_, reject) => signal.addEventListener("abort", reject, { once: true }));
  try {
    // a name server may take longer than anybody wants to wait, and cannot be told to stop
    const looking = Promise.race([addressesOf(target, resolve), tooLate]);
    const [addresses, { send }] = await Promise.all([looking, import("./request.ts")]);
    return await send(target, call, { addresses, signal, onAnswer: () => clearTimeout(timer), ca });
  } finally {
    clearTimeout(timer);
  }
}

const endAfter = (milliseconds: number, end: AbortController) =>
  setTimeout(
    () => end.abort(new CallFailed("late", `gave no whole answer within ${milliseconds / 1000} s`)),
    milliseconds,
  );
