/* A small client: JSON over fetch, with the server's message in errors. */
import { StartError } from "#lib/local/process/start-error";

export interface Server {
  url: string;
  token: string;
}

/** A header that refuses compression: it saves nothing on one machine, and measurements would count the time it takes. */
export const plain = { "accept-encoding": "identity" };

/** The body of the response; throws StartError for any other status than 2xx. */
export const request = async <Answer>(
  server: Server,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> => (await requestWithCost<Answer>(server, method, path, body)).answer;

/** The same, with what the call cost at the store; only npm start says it. */
export async function requestWithCost<Answer>(
  { url, token }: Server,
  method: string,
  path: string,
  body?: object,
): Promise<{ answer: Answer; cost: string | undefined }> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...plain,
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw new StartError(
      `${url} cannot be reached (${(error.cause as Error | undefined)?.message ?? error.message}): ${/^https?:\/\/(localhost|127\.|\[::1\])/.test(url) ? "is npm start running?" : "is this its address?"}`,
    );
  });
  const answer = (await response.json()) as Answer & { message?: string };
  if (!response.ok)
    throw new StartError(`${method} ${path} failed with status ${response.status}: ${answer.message}`);
  const timing = response.headers.get("server-timing") ?? "";
  return { answer, cost: /store;desc="([^"]+)"/.exec(timing)?.[1] };
}
