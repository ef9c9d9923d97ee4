/* API Gateway's connections (https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html). */
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";

let client: ApiGatewayManagementApiClient | undefined;

/** GRIDLESS_CONNECTIONS, from the stack, is the address of the API's stage. */
const connections = () =>
  (client ??= new ApiGatewayManagementApiClient({
    endpoint: process.env["GRIDLESS_CONNECTIONS"] ?? "",
    maxAttempts: 3,
  }));

/** As the interface `Poster` says. */
export const apiPoster = {
  post: (ConnectionId: string, text: string) =>
    isThere(() => connections().send(new PostToConnectionCommand({ ConnectionId, Data: Buffer.from(text) }))),
  async close(ConnectionId: string) {
    await isThere(() => connections().send(new DeleteConnectionCommand({ ConnectionId })));
  },
};

/** False if the connection is gone. */
async function isThere(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (error instanceof GoneException) return false;
    throw error;
  }
}
