import * as z from "zod";
import { ok, publicEndpoint } from "#lib/http/endpoint";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { refuseKnownDamage } from "#lib/store/damage/known-damage";
import manifest from "../../package.json" with { type: "json" };

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/health",
    summary: "Check that the service runs",
    description:
      "For load balancers and monitors: it needs no token and does not read the store. 503 if the store of one machine was found to be damaged. `GET /health/ready` reads the store too.",
    query: AnyQuery,
    response: ok(
      z
        .object({
          status: z.literal("ok"),
          version: z.string().meta({ description: "The version of the service, as in `CHANGELOG.md`." }),
        })
        .meta({ id: "Health", examples: [{ status: "ok", version: "0.1.0" }] }),
    ),
  },
  () => {
    refuseKnownDamage();
    return { status: "ok" as const, version: manifest.version };
  },
);
