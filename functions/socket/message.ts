import { answerText } from "#lib/socket/answer-text";
import { socketRoute } from "#lib/socket/socket-route";

export const handler = socketRoute(
  { route: "$default", summary: "Answers a text that a client sends through the socket" },
  async (call) => {
    await answerText(call);
    return {};
  },
);
