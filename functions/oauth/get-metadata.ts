import * as z from "zod";
import { file, publicEndpoint } from "#lib/http/endpoint";
import { unknownRoute } from "#lib/http/refusals/unknown-route";
import { failure } from "#lib/http/respond";
import { findMetadata } from "#lib/oauth/server-metadata";
import { AppError } from "#lib/schemas/basics/error";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    alsoAt: "/.well-known/{below+}",
    summary: "Get the OAuth metadata",
    description:
      "RFC 8414: tells client libraries where the OAuth endpoints are and what they support. At `/.well-known/oauth-protected-resource` and `/.well-known/oauth-protected-resource/mcp` is what RFC 9728 says about the service and about `/mcp`: where to get tokens for it, and the scopes.",
    params: z.object({ below: z.string().default("oauth-authorization-server") }),
    response: file("application/json"),
    // another path is answered as one that no endpoint has
    around: async (run, event) => {
      const answer = await run();
      if (findMetadata(event.rawPath)) return answer;
      return failure(await unknownRoute(event), event.requestContext.requestId);
    },
  },
  ({ params: { below } }) => {
    const document = findMetadata(`/.well-known/${below}`);
    if (!document) throw new AppError("not_found", "There is no such document");
    return { contentType: "application/json", body: JSON.stringify(document), maxAge: 3600 };
  },
);
