import { openConnection, protocol } from "#lib/socket/open-connection";
import { socketRoute } from "#lib/socket/socket-route";

export const handler = socketRoute(
  { route: "$connect", summary: "Opens a connection of the socket with its ticket" },
  async (call) => {
    await openConnection(call);
    return { headers: { "Sec-WebSocket-Protocol": protocol } };
  },
);
