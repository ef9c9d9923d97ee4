/* A server on this machine with responses of the test, which counts its connections. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, onTestFinished, vi } from "vitest";
import type { Call } from "#lib/outgoing/fetch";
import type { Problem } from "#lib/outgoing/problem";
import * as certificate from "./certificate.ts";

export interface Receiver {
  port: number;
  url: string;
  connections(): number;
}

/** The server stops when the test ends. With `secure` its address is localhost, the name of its certificate. */
export async function aReceiver(
  answer: RequestListener,
  { secure = false, host = "127.0.0.1" } = {},
): Promise<Receiver> {
  const server = secure ? createSecureServer(certificate, answer) : createServer(answer);
  let connections = 0;
  server.on("connection", () => connections++);
  await once(server.listen(0, host), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `${secure ? "https" : "http"}://${host.includes(":") ? `[${host}]` : secure ? "localhost" : host}:${port}`;
  return { port, url, connections: () => connections };
}

/** Allows calls to this machine, as npm start does, for one test. */
export function callingOwnMachine(): void {
  vi.stubEnv("GRIDLESS_OUTGOING", "loopback");
}

afterEach(() => vi.unstubAllEnvs());

export const patient: Call = { maxBytes: 1000, firstByteWithin: 20_000, within: 20_000 };
export const unreachable: Problem = { reason: "unreachable", message: "could not be reached" };

export const saying =
  (text: string): RequestListener =>
  (_, response) =>
    response.end(text);
export const leadingTo =
  (location: string, status = 302): RequestListener =>
  (_, response) =>
    response.writeHead(status, { location }).end("look there");
