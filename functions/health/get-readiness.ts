import * as z from "zod";
import { ok, publicEndpoint } from "#lib/http/endpoint";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { readFormat } from "#lib/store/format/format";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/health/ready",
    summary: "Check that the service and its store answer",
    description:
      "Reads the store once; 503 if it does not answer, after some attempts, or if a newer version of the service wrote it. It needs no token. For monitors that look a few times a minute: each call costs a read.",
    query: AnyQuery,
    response: ok(
      z.object({ status: z.literal("ready") }).meta({ id: "Readiness", examples: [{ status: "ready" }] }),
    ),
  },
  async () => {
    await readFormat();
    return { status: "ready" as const };
  },
);
