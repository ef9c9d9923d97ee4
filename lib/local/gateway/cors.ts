/*
 * CORS as API Gateway does it, for the origins in GRIDLESS_CORS_ORIGINS (comma-separated, * for all; the setting corsOrigins on AWS).
 * Answers preflight requests on every path, and adds its headers to the answers of handlers.
 */
import type { APIGatewayProxyStructuredResultV2 as Result } from "aws-lambda";
import { allowsOrigin, cors, originsIn } from "#lib/http/cors";

interface Asked {
  method: string;
  /** The headers in the form of Node. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export function corsFor(origins: string) {
  const allowed = originsIn(origins);
  const allowedFor = ({ headers }: Asked): Record<string, string> | undefined => {
    const origin = String(headers["origin"] ?? "");
    if (allowed.includes("*")) return origin ? { "access-control-allow-origin": "*" } : undefined;
    return origin && allowsOrigin(allowed, origin)
      ? { "access-control-allow-origin": origin, vary: "origin" }
      : undefined;
  };

  return {
    /** The answer to a preflight request; undefined for any other request, or if no origin may call. */
    preflight(asked: Asked): Result | undefined {
      const asks = asked.method === "OPTIONS" && asked.headers["access-control-request-method"] !== undefined;
      if (!asks || allowed.length === 0) return undefined;
      const origin = allowedFor(asked);
      if (!origin) return { statusCode: 204 };
      return {
        statusCode: 204,
        headers: {
          ...origin,
          "access-control-allow-methods": cors.methods.join(","),
          "access-control-allow-headers": cors.headers.join(","),
          "access-control-max-age": String(cors.maxAge),
        },
      };
    },
    /** Adds the headers with which a page of another origin may read the answer. */
    shared<Answer extends Result>(result: Answer, asked: Asked): Answer {
      const origin = allowedFor(asked);
      if (!origin) return result;
      const vary = [result.headers?.["vary"], origin["vary"]].filter(Boolean).join(", ");
      const exposed = { "access-control-expose-headers": cors.exposed.join(",") };
      return { ...result, headers: { ...result.headers, ...origin, ...(vary && { vary }), ...exposed } };
    },
  };
}
