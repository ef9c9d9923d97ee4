/*
 * Sends requests, sends them again where that is safe, and turns answers into values and errors.
 *
 *   no answer, 429, 500, 502, 503, 504, 409 with Retry-After ──▶ again after a while, with the same Idempotency-Key
 *   any other error                                          ──▶ thrown
 */
import { GridlessError, type RequestIssue } from "./errors.ts";

export interface CallOptions {
  /** Ends the call early. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each request of the call, retries and waits included; by default that of the client. */
  timeout?: number | undefined;
}

export interface ClientOptions {
  /** Where the server is, for example `https://tables.example.org`. */
  url: string;
  /**
   * An access token, or a function that gives one; it is asked for every request. Without one, `gridless` throws, unless there is a
   * `windowId`.
   */
  token?: string | undefined | (() => string | Promise<string>);
  /**
   * For pages of the server itself, in place of a token: the name of this window. The person who is signed in calls, and each window undoes
   * what it did itself.
   */
  windowId?: string | undefined;
  /** Milliseconds for each request, retries and waits included; 120,000 by default. */
  timeout?: number;
}

export interface ApiRequest extends CallOptions {
  method: string;
  /** With its query. */
  path: string;
  /** JSON. */
  body?: string | undefined;
  /** The Idempotency-Key. */
  key?: string | undefined;
  /** The header If-Match. */
  ifMatch?: string | undefined;
  /** It is not sent again; `timeout` is for the one attempt. */
  isOnce?: boolean | undefined;
}

export interface RequestOptions extends CallOptions {
  query?: Record<string, string>;
  body?: unknown;
  /** The Idempotency-Key; `false` for none. By default a new one for POST, PUT and PATCH. */
  key?: string | false;
  /** Only if the record is in this state: the `etag` of a record that was read; else it throws `precondition_failed` (412). */
  ifMatch?: string | undefined;
}

/** A success. */
interface Answered {
  text: string;
  etag: string | null;
}

interface Exchange extends CallOptions {
  /** Milliseconds for one attempt. */
  attempt: number;
  isOnce?: boolean | undefined;
  url: string;
  init: () => Promise<RequestInit> | RequestInit;
}

interface ErrorBody {
  message?: string;
  code?: string;
  data?: { issues?: RequestIssue[] };
}

const defaultTimeout = 120_000;
const retried = new Set([409, 429, 500, 502, 503, 504]);
/** A server that fails in itself may do so each time. */
const mostFailures = 3;
/** Attempts, some four seconds, while the server has never answered: its address may be wrong. */
const mostUnreached = 5;

/** A key that no other request has. `crypto.randomUUID` is not there on pages without TLS. */
export const newKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));

/** The request of a call: its body as JSON, and a new key where it takes one. */
export function requestOf(
  method: string,
  path: string,
  { query, body, key, ...how }: RequestOptions = {},
): ApiRequest {
  const takesKey = /^(POST|PUT|PATCH)$/.test(method);
  return {
    method,
    path: query ? `${path}?${new URLSearchParams(query)}` : path,
    body: body === undefined ? undefined : JSON.stringify(body),
    key: key === false ? undefined : (key ?? (takesKey ? newKey() : undefined)),
    ...how,
  };
}

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export class Requests {
  readonly #url: string;
  readonly #token: ClientOptions["token"];
  readonly #windowId: string | undefined;
  readonly #timeout: number;
  #wasReached = false;
  /** The token of the last request; the name of the window, if it has no token. */
  #sent = "";

  constructor({ url, token, windowId, timeout = defaultTimeout }: ClientOptions) {
    if (!/^https?:\/\/./.test(url ?? "")) throw new TypeError(`gridless: url must be an address, not ${url}`);
    if (!token && !windowId) throw new TypeError("gridless: a token is missing");
    if (token && windowId) throw new TypeError("gridless: windowId is in place of a token, not beside it");
    this.#url = new URL(url).href.replace(/\/+$/, "");
    this.#token = token;
    this.#windowId = windowId;
    this.#timeout = timeout;
  }

  /** Whether the next request may have another token. */
  get renewsToken(): boolean {
    return typeof this.#token === "function";
  }

  /**
   * A name that only clients of the same server with the same token as the last request know: a SHA-256, from which the token cannot be found.
   * Windows without a token share none, because another person may sign in between two of them. Pages without TLS cannot make it.
   */
  async nameShared(what: string): Promise<string> {
    const text = new TextEncoder().encode(JSON.stringify([what, this.#url, this.#sent]));
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
    return `gridless ${toHex(hash)}`;
  }

  /** The answer to a request: its JSON, undefined if its body is empty. */
  async send<Answer>(request: ApiRequest): Promise<Answer> {
    return (await this.sendTagged<Answer>(request)).answer;
  }

  /** The answer to a request, and its ETag. */
  async sendTagged<Answer>({
    method,
    path,
    body,
    key,
    ifMatch,
    signal,
    isOnce,
    timeout = this.#timeout,
  }: ApiRequest): Promise<{ answer: Answer; etag: string | undefined }> {
    const init = async () => {
      const headers = new Headers({ accept: "application/json" });
      this.#sent = this.#windowId ?? (await this.#askToken());
      if (this.#windowId === undefined) headers.set("authorization", `Bearer ${this.#sent}`);
      else headers.set("x-window-id", this.#windowId);
      if (body !== undefined) headers.set("content-type", "application/json");
      if (key !== undefined) headers.set("idempotency-key", key);
      if (ifMatch !== undefined) headers.set("if-match", ifMatch);
      return { method, headers, ...(body !== undefined && { body }) };
    };
    const url = this.#url + path;
    const { text, etag } = await this.#exchange({
      url,
      init,
      signal,
      timeout,
      isOnce,
      attempt: isOnce ? timeout : timeout / 2,
    });
    try {
      const answer: Answer = text === "" ? undefined : JSON.parse(text);
      return { answer, etag: etag ?? undefined };
    } catch (cause) {
      throw new GridlessError({
        message: `${url}: the answer is not JSON`,
        code: "not_json",
        status: 200,
        cause,
      });
    }
  }

  async #askToken(): Promise<string> {
    return (typeof this.#token === "function" ? await this.#token() : this.#token) ?? "";
  }

  /** The text of an answer that is a success. */
  async exchange(exchange: Exchange): Promise<string> {
    return (await this.#exchange(exchange)).text;
  }

  async #exchange({
    url,
    init,
    signal,
    isOnce,
    timeout = this.#timeout,
    attempt,
  }: Exchange): Promise<Answered> {
    const end = performance.now() + timeout;
    for (let tries = 1; ; tries++) {
      const ready = await init();
      const result = await this.#try(url, ready, Math.min(attempt, end - performance.now()), signal);
      if (!(result instanceof GridlessError)) return result;
      const wait = isOnce ? undefined : this.#waitAfter(result, tries);
      if (wait === undefined || performance.now() + wait >= end) throw result;
      await pauseClient(wait, signal);
    }
  }

  /** One attempt, of at most so many milliseconds. */
  async #try(
    url: string,
    init: RequestInit,
    most: number,
    signal?: AbortSignal,
  ): Promise<Answered | GridlessError> {
    const ending = new AbortController();
    const end = () => ending.abort();
    const timer = setTimeout(end, Math.min(most, 2 ** 31 - 1));
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
    try {
      const response = await fetch(url, { ...init, signal: ending.signal });
      const text = await response.text();
      this.#wasReached = true;
      return response.ok ? { text, etag: response.headers.get("etag") } : errorOf(response, text);
    } catch (cause) {
      if (signal?.aborted)
        return noAnswer(`${url}: the call was ended by its signal`, "aborted", signal.reason);
      if (ending.signal.aborted)
        return noAnswer(`${url}: no answer within ${Math.round(most)} ms`, "timed_out", cause);
      return noAnswer(`${url} does not answer: ${explainNoAnswer(cause)}`, "connection_lost", cause);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    }
  }

  /** Milliseconds until the request is sent again; undefined if that would not help. */
  #waitAfter({ status, code, retryAfter }: GridlessError, tries: number): number | undefined {
    if (status === 0 ? code === "aborted" : !retried.has(status)) return undefined;
    if (status === 409 && retryAfter === undefined) return undefined;
    if ((status === 500 || status === 502) && tries >= mostFailures) return undefined;
    if (code === "connection_lost" && !this.#wasReached && tries >= mostUnreached) return undefined;
    const most = Math.min(250 * 2 ** (tries - 1), 8000);
    return retryAfter === undefined
      ? most * (0.5 + Math.random() / 2)
      : retryAfter * 1000 + Math.random() * most;
  }
}

const noAnswer = (message: string, code: string, cause: unknown) =>
  new GridlessError({ message, code, cause });

/** Why there was no answer: Node says it in the cause. */
export function explainNoAnswer(error: unknown): string {
  const { cause = error } = error instanceof Error ? error : {};
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

/** The error in the common shape of this service, or of what stands before it (`{"message": "…"}`, or a page). */
function errorOf({ status, headers, url }: Response, text: string): GridlessError {
  const { message, code, data }: ErrorBody = parse(text) ?? {};
  return new GridlessError({
    message: message ?? `${url}: ${status}`,
    status,
    code: code ?? `http_${status}`,
    data,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfter: secondsIn(headers.get("retry-after")),
  });
}

function parse(text: string): ErrorBody | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds, or a date. */
function secondsIn(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Waits, or until the signal ends it: the next attempt then ends at once. */
export const pauseClient = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
