/*
 * A function of one route of the socket. API Gateway calls it when a connection opens ($connect), ends ($disconnect), and for each text that
 * a client sends ($default). The gateway of one machine does the same (lib/local/gateway/sockets.ts).
 */
import type {
  APIGatewayEventWebsocketRequestContextV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from "aws-lambda";
import { addToLog } from "#lib/http/log";
import { failure } from "#lib/http/respond";

export const socketRoutes = ["$connect", "$disconnect", "$default"] as const;

export interface SocketEvent {
  /** Only of `$connect`, with names as the client wrote them. */
  headers?: Record<string, string | undefined>;
  /** Only of `$default`. */
  body?: string;
  isBase64Encoded: boolean;
  requestContext: Pick<
    APIGatewayEventWebsocketRequestContextV2,
    "connectionId" | "requestId" | "routeKey" | "eventType"
  >;
}

export interface SocketDefinition {
  route: (typeof socketRoutes)[number];
  summary: string;
}

export interface SocketRoute {
  (event: SocketEvent, context: Context): Promise<APIGatewayProxyStructuredResultV2>;
  socket: SocketDefinition;
}

/** What a handler gets: `now` is ISO 8601 UTC, and `header` finds a header in any case of letters. */
export interface SocketCall {
  connection: string;
  now: string;
  text: string;
  header: (name: string) => string | undefined;
}

/** Makes the function of a route. What the handler throws refuses the connection, in the shape of all errors; what is no `AppError` is a 500, and logged. */
export function socketRoute(
  socket: SocketDefinition,
  handle: (call: SocketCall) => Promise<{ headers?: Record<string, string> }>,
): SocketRoute {
  async function answer(event: SocketEvent, { awsRequestId }: Context) {
    const { connectionId: connection, requestId } = event.requestContext;
    const begun = performance.now();
    const { headers = {}, body = "", isBase64Encoded } = event;
    const text = isBase64Encoded ? Buffer.from(body, "base64").toString() : body;
    const found = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const header = (name: string) => found.get(name);
    const entry = { requestId, invocation: awsRequestId, begun };
    try {
      const result = await handle({ connection, now: new Date().toISOString(), text, header });
      addToLog({ ...entry, status: 200 });
      return { statusCode: 200, ...result };
    } catch (error) {
      const refusal = failure(error, requestId);
      addToLog({ ...entry, status: refusal.statusCode, error });
      return refusal;
    }
  }
  return Object.assign(answer, { socket });
}
