import * as z from "zod";
import { endpoint, ok } from "#lib/http/endpoint";
import { listReachableBases } from "#lib/http/reachable-bases";
import { Base } from "#lib/schemas/tables/base";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/access/all",
    alsoAt: "/base",
    summary: "List the bases that the caller can open",
    description: "Each with the caller's role.",
    scope: "base|read",
    orScope: "base|read_all",
    response: ok(z.array(Base)),
  },
  ({ principal }) => listReachableBases(principal),
);
