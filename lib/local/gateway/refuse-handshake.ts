/* What a request for a WebSocket must send (RFC 6455, 4.2.1). It is checked before its ticket, which is used once. */
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { errorResult } from "./respond.ts";

/** Those that the library for WebSockets knows; 8 is a draft of 13 with the same frames. */
const versions = ["13", "8"];

/** The 400 of a request that no WebSocket can be opened for; undefined if one can. */
export function refuseHandshake({ headers }: IncomingMessage, requestId: string): Result | undefined {
  const { "sec-websocket-key": key = "", "sec-websocket-version": version = "" } = headers;
  const refuse = (message: string) => errorResult(400, "validation_error", message, requestId);
  if (!/^[+/\dA-Za-z]{22}==$/.test(key))
    return refuse(
      "Send the header Sec-WebSocket-Key with 16 random bytes in Base64, as clients of WebSockets do",
    );
  if (versions.includes(version)) return undefined;
  const refused = refuse(`Send the header Sec-WebSocket-Version: 13, not ${JSON.stringify(version)}`);
  return { ...refused, headers: { ...refused.headers, "sec-websocket-version": "13" } };
}
