/* A small client: JSON over fetch, errors that say what the server said. */
import { StartError } from "#lib/local/process/start-error";

export interface Server {
  url: string;
  token: string;
}

export async function request<Answer>(
  { url, token }: Server,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw new StartError(
      `${url} does not answer (${(error.cause as Error | undefined)?.message ?? error.message}): is npm start running?`,
    );
  });
  const answer = (await response.json()) as Answer & { message?: string };
  if (!response.ok)
    throw new StartError(`${method} ${path} was refused with ${response.status}: ${answer.message}`);
  return answer;
}
