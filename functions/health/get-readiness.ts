import * as z from "zod";
import { ok, publicEndpoint } from "#lib/http/endpoint";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { reachStore } from "#lib/store/store";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/health/ready",
    summary: "Check that the service and its store answer",
    description:
      "Reads the store once; 503 if it does not answer, after some attempts. It needs no token. For monitors that look a few times a minute: each call costs a read.",
    query: AnyQuery,
    response: ok(
      z.object({ status: z.literal("ready") }).meta({ id: "Readiness", examples: [{ status: "ready" }] }),
    ),
  },
  async () => {
    await reachStore();
    return { status: "ready" as const };
  },
);
