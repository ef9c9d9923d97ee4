/*
 * The rate limits that a request meets, as the headers of its answer: draft-ietf-httpapi-ratelimit-headers-10.
 *
 *   ratelimit-policy: "token";q=20;w=40      20 calls at once; an empty bucket is full after 40 s
 *   ratelimit: "token";r=3;t=34              3 calls are left now; the bucket is full in 34 s
 */
import { AsyncLocalStorage } from "node:async_hooks";

interface SeenLimit {
  policy: string;
  state: string;
}

const seen = /* @__PURE__ */ new AsyncLocalStorage<SeenLimit[]>();

/** Adds a limit to the answer of the request that runs. */
export const noteLimit = (limit: SeenLimit): unknown => seen.getStore()?.push(limit);

/** Runs a request; gives its answer with the headers of the limits that it met. An endpoint that is limited has it as `around`. */
export async function withLimits<Answer extends { headers?: object | undefined }>(
  run: () => Promise<Answer>,
): Promise<Answer> {
  const limits: SeenLimit[] = [];
  const answer = await seen.run(limits, run);
  if (limits.length === 0) return answer;
  const all = (member: keyof SeenLimit) => limits.map((limit) => limit[member]).join(", ");
  const headers = { ...answer.headers, "ratelimit-policy": all("policy"), ratelimit: all("state") };
  return { ...answer, headers };
}
