/*
 * The WebSocket API of API Gateway on one machine, at the path /socket of the same port. It calls the functions of the socket's routes, and has
 * the limits of API Gateway: texts of 32 KB, ten minutes without one, two hours in all.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import type { RawData, WebSocket, WebSocketServer } from "ws";
import { cutPrefix } from "#lib/http/api-prefix";
import { limits } from "#lib/schemas/basics/limits";
import { socketPath } from "#lib/schemas/basics/public-origin";
import { msPerHour, msPerMinute } from "#lib/schemas/basics/time-units";
import type { Poster } from "#lib/socket/poster";
import type { SocketDefinition, SocketEvent, SocketRoute } from "#lib/socket/socket-route";
import { contextOf } from "./context.ts";
import { splitTarget } from "./event.ts";
import { withEntry } from "./log-entry.ts";
import { refuseHandshake } from "./refuse-handshake.ts";
import { writeRaw } from "./respond.ts";

type Route = SocketDefinition["route"];
type CallRoute = (...call: Parameters<SocketRoute>) => ReturnType<SocketRoute>;
export type SocketHandlers = ReadonlyMap<string, CallRoute>;

interface SocketOptions {
  handlers: SocketHandlers;
  /** The refusal of a request that must not reach the service. */
  refuse: (request: IncomingMessage, requestId: string) => Result | undefined;
}

export interface Sockets {
  poster: Poster;
  /** Ends all connections, and waits for what runs. */
  close(): Promise<void>;
}

const msIdle = 10 * msPerMinute;
const msOpen = 2 * msPerHour;
/** Bytes. A client for which so many wait, because it reads too slowly, is cut off. */
const mostUnsent = 4 * 1024 * 1024;
/** The server ends: RFC 6455, 7.4.1. */
const goingAway = 1001;

const eventTypes: { [Name in Route]: SocketEvent["requestContext"]["eventType"] } = {
  $connect: "CONNECT",
  $disconnect: "DISCONNECT",
  $default: "MESSAGE",
};

/** Takes connections of a server. */
export function serveSockets(server: Server, { handlers, refuse }: SocketOptions): Sockets {
  const open = new Map<string, WebSocket>();
  const opening = new Set<Duplex>();
  const running = new Set<Promise<unknown>>();
  let accepting: Promise<WebSocketServer> | undefined;
  let isEnded = false;

  server.on("upgrade", (request, socket: Duplex, head) => {
    socket.on("error", () => socket.destroy());
    opening.add(socket);
    void during(accept(request, socket, head).catch(() => socket.destroy())).finally(() =>
      opening.delete(socket),
    );
  });

  function during<Value>(work: Promise<Value>): Promise<Value> {
    running.add(work);
    return work.finally(() => running.delete(work));
  }

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const id = randomUUID();
    const refused = refuse(request, id) ?? refuseHandshake(request, id);
    if (refused || isEnded) {
      writeRaw(socket, refused ?? { statusCode: 503 });
      return;
    }
    // loaded with the first connection
    accepting ??= import("ws").then(
      ({ WebSocketServer }) =>
        new WebSocketServer({
          noServer: true,
          clientTracking: false,
          maxPayload: limits.socketTextBytes,
          handleProtocols: ([first = ""]) => first,
        }),
    );
    const gone = Promise.withResolvers<void>();
    socket.once("close", gone.resolve);
    const answer = await call("$connect", id, { headers: headersOf(request) });
    if (answer.statusCode === 200) {
      // told in any case: the client may have left before the connection was made
      void during(gone.promise.then(() => call("$disconnect", id)).catch(() => {}));
      (await accepting).handleUpgrade(request, socket, head, (client) => connect(id, client, socket));
    } else writeRaw(socket, answer);
  }

  function connect(id: string, client: WebSocket, socket: Duplex): void {
    open.set(id, client);
    const end = () => client.close(goingAway);
    const whole = setTimeout(end, msOpen).unref();
    const idle = setTimeout(end, msIdle).unref();
    let last: Promise<unknown> = Promise.resolve();
    client.on("message", (data, isBinary) => {
      idle.refresh();
      // one after the other, and no more are read until then
      client.pause();
      last = during(last.then(() => receive(id, data, isBinary)).catch(() => {})).finally(() =>
        client.resume(),
      );
    });
    client.on("error", () => client.terminate());
    client.on("close", () => {
      open.delete(id);
      clearTimeout(whole);
      clearTimeout(idle);
      socket.destroy();
    });
  }

  const receive = (id: string, data: RawData, isBinary: boolean) =>
    call("$default", id, {
      body: isBinary ? data.toString("base64") : data.toString(),
      isBase64Encoded: isBinary,
    });

  async function call(route: Route, connectionId: string, sent: Partial<SocketEvent> = {}): Promise<Result> {
    const requestId = randomUUID();
    const handler = handlers.get(route);
    if (!handler) throw new Error(`no function has the route ${route}`);
    const requestContext = { connectionId, requestId, routeKey: route, eventType: eventTypes[route] };
    const { answer, entry } = await withEntry(() =>
      handler({ isBase64Encoded: false, ...sent, requestContext }, contextOf(requestId, route)),
    );
    if (entry?.status && entry.status >= 500) console.error(`socket ${route} ${requestId}:`, entry.error);
    return answer;
  }

  const poster: Poster = {
    async post(id, text) {
      const client = open.get(id);
      if (!client || client.readyState !== client.OPEN) return false;
      client.send(text);
      if (client.bufferedAmount > mostUnsent) client.terminate();
      return true;
    },
    async close(id, code) {
      open.get(id)?.close(code);
    },
  };

  return {
    poster,
    async close() {
      isEnded = true;
      for (const client of open.values()) client.close(goingAway);
      // who does not answer the end at once is cut off
      setTimeout(() => {
        for (const client of open.values()) client.terminate();
        for (const socket of opening) socket.destroy();
      }, msToEnd);
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Milliseconds for clients to answer the end of their connections. */
const msToEnd = 500;

/** Whether a request opens a socket; any other request for an upgrade is answered as if it had not asked for one. */
export const opensSocket = ({ method, headers, url = "/" }: IncomingMessage): boolean =>
  method === "GET" &&
  headers.upgrade?.toLowerCase() === "websocket" &&
  splitTarget(cutPrefix(url)).path === socketPath;

const headersOf = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(",")]));
