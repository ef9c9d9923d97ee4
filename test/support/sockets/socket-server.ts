/* The socket of one machine in this process, and clients that connect to it through the network. */
import { afterAll, beforeAll } from "vitest";
import { WebSocket } from "ws";
import { handler as connect } from "#functions/socket/connect";
import { handler as createTicket } from "#functions/socket/create-ticket";
import { handler as disconnect } from "#functions/socket/disconnect";
import { handler as message } from "#functions/socket/message";
import type { Endpoint } from "#lib/http/endpoint";
import { routeMethod } from "#lib/http/head";
import { serve } from "#lib/local/gateway/gateway";
import { type Poster, postBy } from "#lib/socket/poster";
import { type Asker, call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

export const socketHandlers = new Map(
  [connect, disconnect, message].map((each) => [each.socket.route, each] as const),
);

export interface SocketServer {
  /** `http://127.0.0.1:…` */
  url: string;
  /** `ws://127.0.0.1:…/socket` */
  address: string;
  close: () => Promise<void>;
}

interface SocketServing {
  corsOrigins?: string;
  /** What is answered beside the socket. */
  endpoints?: readonly Endpoint[];
  /** Sends in place of the gateway's own poster. */
  disturb?: (poster: Poster) => Poster;
}

/** Serves the socket alone, or with some endpoints. */
export async function serveSocket({
  endpoints = [],
  disturb = (poster) => poster,
  ...options
}: SocketServing = {}): Promise<SocketServer> {
  const gateway = await serve({
    routes: endpoints.map((handler) => ({
      method: routeMethod(handler.definition.method),
      path: handler.definition.path,
      handler,
    })),
    defaultHandler: async () => ({ statusCode: 404 }),
    host: "127.0.0.1",
    port: 0,
    sockets: socketHandlers,
    ...options,
  });
  if (gateway.poster) postBy(disturb(gateway.poster));
  const { url, close } = gateway;
  return { url, address: `${url.replace("http", "ws")}/socket`, close };
}

/** Serves the socket, as `serveSocket` does, while the tests of a file run. What is given back is filled before the first of them. */
export function useSocketServer(serving: SocketServing = {}): SocketServer {
  inProcessOnly("the socket is served in this process");
  const server: SocketServer = { url: "", address: "", close: async () => {} };
  beforeAll(async () => {
    Object.assign(server, await serveSocket(serving));
  });
  afterAll(() => server.close());
  return server;
}

interface Received {
  type: string;
  [member: string]: unknown;
}

/** A client that keeps what it receives. */
export interface SocketClient {
  socket: WebSocket;
  /** All that arrived, in order. */
  received: Received[];
  send(message: unknown): void;
  /** The first message of this type that was not taken yet; waits for it. Throws if the connection ends before. */
  next(type: string): Promise<Received>;
  /** The code of its end. */
  ended: Promise<number>;
}

interface Connecting {
  headers?: Record<string, string>;
  protocols?: string[];
}

/** Connects with a new ticket of this token. Throws `refused: <status>` if the server refuses. */
export async function connectAs(
  as: Asker,
  { address }: SocketServer,
  connecting: Connecting = {},
): Promise<SocketClient> {
  const { body } = await call(createTicket, { as });
  return connectWith(address, { protocols: ["gridless", body.ticket], ...connecting });
}

/** Connects with these protocols and headers. */
export async function connectWith(
  address: string,
  { protocols = [], headers = {} }: Connecting,
): Promise<SocketClient> {
  const socket = new WebSocket(address, protocols, { headers });
  const received: Received[] = [];
  const taken = new Set<Received>();
  let wake = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number>();
  let isEnded = false;
  const ring = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  socket.on("message", (data) => {
    received.push(JSON.parse(data.toString()));
    ring();
  });
  socket.on("close", (code) => {
    isEnded = true;
    ended.resolve(code);
    ring();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
    socket.once("unexpected-response", (_, { statusCode }) => reject(new Error(`refused: ${statusCode}`)));
  });

  async function next(type: string): Promise<Received> {
    for (;;) {
      const found = received.find((each) => each.type === type && !taken.has(each));
      if (found) {
        taken.add(found);
        return found;
      }
      if (isEnded) throw new Error(`ended without ${type}: ${JSON.stringify(received)}`);
      await wake.promise;
    }
  }
  return {
    socket,
    received,
    send: (sent) => socket.send(typeof sent === "string" ? sent : JSON.stringify(sent)),
    next,
    ended: ended.promise,
  };
}
