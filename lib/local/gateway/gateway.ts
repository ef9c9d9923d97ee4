/*
 * API Gateway on one machine: turns HTTP requests into events and calls the handlers. It has the limits of API Gateway, so that what
 * works here works on AWS: 10 MB of body, 10,240 bytes of request line and headers, 30 seconds. Files do not pass through it (files.ts).
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { cutPrefix } from "#lib/http/api-prefix";
import type { LogEntry } from "#lib/http/log";
import { costHeader, type RequestCost, withCost } from "#lib/local/store/request-costs";
import type { ErrorCode } from "#lib/schemas/basics/error";
import { answerInTime, clientLeft } from "./answer-in-time.ts";
import { answerRequests } from "./answer-requests.ts";
import { contextOf } from "./context.ts";
import { corsFor } from "./cors.ts";
import { eventOf, splitTarget } from "./event.ts";
import { answerForFile, type FileResult, followUpload } from "./files.ts";
import { guardFor, isOnLoopback } from "./guard.ts";
import { listen } from "./listen.ts";
import { withEntry } from "./log-entry.ts";
import { readBody } from "./request-body.ts";
import { errorResult, write, writeRaw } from "./respond.ts";
import { type Route, router } from "./router.ts";
import { opensSocket, type SocketHandlers, type Sockets, serveSockets } from "./sockets.ts";

export type Handler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** A request that was answered, for the log. */
export interface Answered {
  method: string;
  path: string;
  status: number;
  milliseconds: number;
  requestId: string;
  /** The error that a handler threw, or that writing its answer threw. */
  error?: unknown;
  /** The route of the function that was called, if one was. */
  routeKey?: string;
  operation?: string | undefined;
  entry?: LogEntry;
  cost?: RequestCost;
}

/** API Gateway's limit of a body in bytes; the limit of the functions is lower. */
const maxBytes = 10 * 1024 * 1024;
/** API Gateway's limit of request line and headers in bytes. */
const maxHeaderBytes = 10_240;

interface GatewayOptions {
  routes: readonly Route<Handler>[];
  defaultHandler: Handler;
  host: string;
  /** 0: any free port. */
  port: number;
  /** Origins whose pages may call, comma-separated; * for all. */
  corsOrigins?: string;
  /** The address of the service as people see it, behind a proxy. */
  publicOrigin?: string;
  onRequest?: (answered: Answered) => void;
  /** Called with method and path before each function; the function waits for it. */
  beforeCall?: (method: string, path: string) => Promise<void>;
  /** Milliseconds that a handler may take; API Gateway's by default. */
  patience?: number;
  /** Milliseconds in which the headers of a request must arrive (408). */
  headersTimeout?: number;
  /** The functions of the socket, by their routes; without them there is none. */
  sockets?: SocketHandlers;
}

export async function serve({
  routes,
  defaultHandler,
  host,
  port,
  corsOrigins = "",
  publicOrigin = "",
  onRequest,
  beforeCall,
  patience = 30_000,
  headersTimeout = 30_000,
  sockets: handlers,
}: GatewayOptions) {
  const cors = corsFor(corsOrigins);
  let guard: ReturnType<typeof guardFor> | undefined = guardFor({ publicOrigin, corsOrigins });
  const match = router(routes, defaultHandler);
  const server = createServer({
    // far above our own limit, so that a page of another origin can read that its request was too large
    maxHeaderSize: 64 * 1024,
    headersTimeout,
    connectionsCheckingInterval: Math.min(headersTimeout, 10_000),
    // longer than clients keep idle connections: a server that closes first may cut off a request
    keepAliveTimeout: 65_000,
    shouldUpgradeCallback: (request) => handlers !== undefined && opensSocket(request),
  });
  // a connection that is silent for much longer than any answer takes is dead
  server.setTimeout(patience + 30_000);
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on("clientError", refuse);
  const closeServer = answerRequests(server, answer);
  const refuseSocket = (request: IncomingMessage, requestId: string) =>
    guard?.refuseHost(request, requestId) ?? guard?.refusePage(request, requestId);
  const sockets: Sockets | undefined = handlers && serveSockets(server, { handlers, refuse: refuseSocket });
  const close = async () => {
    await Promise.all([closeServer(), sockets?.close()]);
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.url = cutPrefix(request.url ?? "/");
    answering.set(request.socket, response);
    const begun = performance.now();
    const written = new Promise((resolve) => response.once("close", resolve));
    const requestId = randomUUID();
    const { method = "GET", url = "/" } = request;
    const asked = { method, headers: request.headers };
    const { path } = splitTarget(url);
    let error: unknown;
    let called: Pick<Answered, "routeKey" | "entry" | "cost"> = {};
    // whether the client has left: then no answer arrives, and its status or error is not logged
    let isLeft = false;
    const lookIfLeft = () => {
      isLeft = ["GET", "HEAD"].includes(method) && response.closed;
    };
    try {
      const result =
        guard?.refuseHost(request, requestId) ??
        cors.preflight(asked) ??
        guard?.refusePage(request, requestId) ??
        cors.shared(await resultFor(), asked);
      lookIfLeft();
      // close() was called: the client must not reuse this connection
      if (!server.listening) response.shouldKeepAlive = false;
      write(response, result);
    } catch (cause) {
      // the client left while it sent its body: nothing was done, and no answer can arrive
      if (request.errored) return;
      lookIfLeft();
      if (!isLeft) error = cause;
      write(response, cors.shared(failure(requestId), asked));
    }
    const milliseconds = performance.now() - begun;
    await written;
    onRequest?.({
      method,
      // the address of a share opens it: it is not logged
      path: path.replace(/^\/share\/[^/]+/, "/share/…"),
      status: isLeft ? clientLeft : response.statusCode,
      milliseconds,
      requestId,
      ...called,
      ...(error ? { error } : {}),
    });

    async function resultFor(): Promise<FileResult> {
      if (headerBytes(request) > maxHeaderBytes) return errorResult(...headersTooLarge, requestId);
      const file = await answerForFile(request, requestId);
      if (file) return file;
      // the function decides who may upload, and the bytes of the request go to the address that it gives
      const isUpload = /^\/attachments\/upload\/[^/]+$/.test(path);
      const body = isUpload ? Buffer.alloc(0) : await readBody(request, maxBytes);
      if (!body) return errorResult(413, "payload_too_large", "The body is larger than 10 MB", requestId);
      const { handler, ...route } = match(method, path);
      const { headersDistinct: headers, socket } = request;
      const event = eventOf({ method, url, headers, body, sourceIp: socket.remoteAddress }, route, requestId);
      await beforeCall?.(method, path);
      const late = errorResult(504, "gateway_timeout", `No answer within ${patience / 1000} s`, requestId);
      const { routeKey } = route;
      called = { routeKey };
      const call = () => handler(event, contextOf(requestId, routeKey));
      const { answer: entered, cost } = await withCost(() =>
        withEntry(() => answerInTime({ response, method, patience, late }, call)),
      );
      const { answer, ...entry } = entered;
      called = { routeKey, cost, ...entry };
      const result = { ...answer, headers: { ...costHeader(cost), ...answer.headers } };
      return isUpload ? followUpload(request, result, requestId) : result;
    }
  }

  /** Answers what Node could not parse as a request, or waited for too long. */
  function refuse(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex): void {
    const before = answering.get(socket);
    if (before && !before.writableFinished && before.req.complete) {
      // this is about what came after a request that is still to be answered
      before.once("finish", () => refuse(error, socket));
      return;
    }
    // in the middle of an answer, another one would be taken for its rest
    const isUnderWay = before?.headersSent && !before.writableFinished;
    if (error.code === "ECONNRESET" || !socket.writable || isUnderWay) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const [status, code, message] = refusals[error.code ?? ""] ?? invalidRequest;
    const headers = { origin: originIn(error.rawPacket) };
    writeRaw(socket, cors.shared(errorResult(status, code, message, requestId), { method: "", headers }));
    // the client has left
    if (error.code === "HPE_INVALID_EOF_STATE") return;
    onRequest?.({ method: "-", path: "-", status, milliseconds: 0, requestId });
  }

  const address = await listen(server, host, port);
  if (!isOnLoopback(server.address() as AddressInfo)) guard = undefined;
  return { url: address, close, poster: sockets?.poster };
}

/** The answer to a bug: shows only the request id, which the log has too. */
function failure(requestId: string): APIGatewayProxyStructuredResultV2 {
  const message = `Something went wrong on our side: request ${requestId}`;
  return errorResult(500, "internal_server_error", message, requestId);
}

const headersTooLarge = [
  431,
  "payload_too_large",
  "Request line and headers are larger than 10,240 bytes",
] as const;

/** The bytes of address and headers, which Node has decoded as Latin-1. */
const headerBytes = ({ url = "", rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, url.length);

/** What Node refuses, by the code of its error; anything else is no valid request. */
const refusals: Readonly<Record<string, readonly [status: number, code: ErrorCode, message: string]>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "payload_too_large", "The extensions of a chunk are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "request_timeout", "The request did not arrive in time"],
};
const invalidRequest = [400, "validation_error", "This is not a valid HTTP request"] as const;

/** The header Origin in the bytes of a request that could not be parsed. */
const originIn = (bytes?: Buffer): string | undefined =>
  /^origin:[ \t]*(\S+)/im.exec(bytes?.toString("latin1") ?? "")?.[1];
