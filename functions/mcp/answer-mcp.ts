import { anyTokenEndpoint } from "#lib/http/endpoint";
import { refuseOtherPages } from "#lib/http/refusals/refuse-other-pages";
import { answerMessage } from "#lib/mcp/answer-message";
import { clientWindow } from "#lib/mcp/client-window";
import { RpcAnswer, RpcRequest } from "#lib/mcp/message";
import { rpcFailure } from "#lib/mcp/rpc-error";
import { tools } from "#lib/mcp/tools/index";
import { resources } from "#lib/mcp/tools/resources";

export const handler = anyTokenEndpoint(
  {
    method: "POST",
    path: "/mcp",
    summary: "Answer a message of the Model Context Protocol",
    description:
      "For programs with a language model: `tools/list` gives the tools that the token may use, `tools/call` calls one. Versions 2026-07-28, 2025-11-25, 2025-06-18 and 2025-03-26, without sessions and streams: one message, one answer. Errors are messages of JSON-RPC. Notifications are a 202 without a body. A tool goes through the same checks as the endpoint that does the same.",
    whileStopped: true,
    asResource: true,
    body: RpcRequest,
    response: { status: 200, shape: RpcAnswer, rpc: true },
    failure: rpcFailure,
    around: async (run) => {
      const answer = await run();
      return answer.body === undefined ? { ...answer, statusCode: 202 } : answer;
    },
  },
  ({ body: message, headers, principal, now, requestId, sourceIp }) => {
    refuseOtherPages(headers);
    const call = { principal, now, requestId, sourceIp, windowId: clientWindow(principal) };
    return answerMessage({ message, headers, call }, { tools, resources });
  },
);
