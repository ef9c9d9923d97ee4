import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Answers the requests of a server, and gives the function that ends it. `answer` settles once its answer is written. */
export function answerRequests(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): () => Promise<void> {
  const running = new Set<Promise<void>>();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const answering = answer(request, response).finally(() => running.delete(answering));
    running.add(answering);
  });

  /** Accepts no more connections, waits for running requests, then closes idle connections. */
  return async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    while (running.size > 0) await Promise.all(running);
    server.closeAllConnections();
    await closed;
  };
}
