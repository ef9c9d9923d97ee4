import { forgetConnection } from "#lib/socket/forget-connection";
import { socketRoute } from "#lib/socket/socket-route";

export const handler = socketRoute(
  { route: "$disconnect", summary: "Removes a connection of the socket that has ended" },
  async ({ connection }) => {
    await forgetConnection(connection);
    return {};
  },
);
