/* An application that no person registered, as the programs of clients and the conformance suite play it. Programs load this file too. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What an application says of itself. */
export const describeApplication = (redirectUri: string) => ({
  client_name: "Assistant",
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: "none",
});

export interface ServedDocument {
  /** The address of the document, which is the id of the application. */
  id: string;
  close: () => void;
}

/** Serves a document that describes an application, on this machine. */
export async function serveDocument(redirectUri: string): Promise<ServedDocument> {
  const server = createServer((_, answer) => {
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify({ client_id: id, ...describeApplication(redirectUri) }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const id = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  return { id, close: () => void server.close() };
}
