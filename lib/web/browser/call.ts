/* Calls of the API, by the session of the person who is signed in. */
import { GridlessError } from "#lib/client/errors";
import { Requests, requestOf } from "#lib/client/requests";
import type { Watching, WatchOptions } from "#lib/client/watch/watch";
import { appTexts } from "./texts.ts";
import { asStep } from "./undo-steps.ts";

/** The name of this page, by which it undoes: no other one has it. */
export const windowId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

/** A person waits for the answer, so not for minutes. */
const timeout = 20_000;

const client = new Requests({ url: location.origin, windowId, timeout });
/** The parts of the client that the first rows do without. */
const loadClient = () => import("./late-client.ts");

interface CallHow {
  /** Milliseconds until it is given up, where the server may take longer than usual. */
  timeout?: number;
  /** The caller sends it again, if it is to be. */
  isOnce?: boolean;
}

/** A new key of a call. Sent again with it, the call is done once. */
export const newCallKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/**
 * The answer of a call. Without a session the browser goes to the sign-in page, which leads back here. `key`: the call was sent before
 * with it, or is one of several that are undone together; otherwise what it did to a table is a step to undo. `false`: a POST that only
 * asks, and takes no Idempotency-Key.
 */
export async function callApi<Answer>(
  method: string,
  path: string,
  body?: unknown,
  key?: string | false,
  how: CallHow = {},
): Promise<Answer> {
  if (method !== "GET" && key === undefined)
    return asStep(path, async (keys) => {
      const own = newCallKey();
      const answer = await callApi<Answer>(method, path, body, own, how);
      keys.push(own);
      return answer;
    });
  try {
    const request = requestOf(method, path, {
      ...(body !== undefined && { body }),
      ...(key !== undefined && { key }),
      timeout,
    });
    return await client.send<Answer>({ ...request, ...how });
  } catch (error) {
    if (!(error instanceof GridlessError) || error.status !== 401) throw error;
    const next = location.pathname + location.search;
    location.assign(`/auth/sign-in?${new URLSearchParams({ next })}`);
    // the page is leaving: nothing more of it is shown
    return new Promise(() => {});
  }
}

/** Follows the changes of a table of a base, and of the base itself. */
export async function watchFromApp(
  baseId: string,
  tableId: string,
  options: WatchOptions,
): Promise<Watching> {
  const { watchBase } = await loadClient();
  return watchBase({ requests: client, baseId, findTableIds: async () => [tableId] }, options);
}

/** Whether what was asked for is not there for this person. */
export const isMissing = (error: unknown): boolean =>
  error instanceof GridlessError && (error.status === 404 || error.status === 403);

/** Whether the same call may succeed later: the server could not be reached, was busy, or asks to wait. */
export const isPassing = (error: unknown): boolean =>
  error instanceof GridlessError &&
  ([0, 408, 429].includes(error.status) ||
    error.status >= 500 ||
    (error.status === 409 && error.retryAfter !== undefined));

/** Whether the same call may succeed later, in how many milliseconds, and whether the server answered. */
export const findPassing = (error: unknown): { isReached: boolean; pause: number } | undefined =>
  error instanceof GridlessError && isPassing(error)
    ? { isReached: error.status !== 0, pause: 1000 * (error.retryAfter ?? 0) }
    : undefined;

/** What an error says to a person. */
export function describeProblem(error: unknown): string {
  if (!(error instanceof GridlessError))
    return appTexts.wentWrong(error instanceof Error ? error.message : String(error));
  if (error.status === 0) return appTexts.unreachable;
  const issues = error.issues.map(({ message }) => message).join("; ");
  return appTexts.wentWrong(issues || error.message);
}

/** All items of a list that comes in pages. */
export async function callPages<Page extends { nextCursor: string | null }, Item>(
  path: string,
  itemsOf: (page: Page) => Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  let next = path;
  for (;;) {
    const page = await callApi<Page>("GET", next);
    items.push(...itemsOf(page));
    if (page.nextCursor === null) return items;
    next = `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ cursor: page.nextCursor })}`;
  }
}
