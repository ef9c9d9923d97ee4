import * as z from "zod";
import { listReachableBases } from "#lib/http/reachable-bases";
import { countShown, cutText } from "#lib/mcp/fit-answer";
import { defineTool } from "#lib/mcp/tool";
import { cursor } from "./arguments.ts";

export const listBasesTool = defineTool(
  {
    name: "list_bases",
    title: "List bases",
    description: "The bases that you can open, with your role in each. Begin here.",
    does: "read",
    scopes: [[]],
  },
  z.strictObject({ cursor }),
  async ({ cursor }, { principal }) => {
    const all = await listReachableBases(principal);
    // a base that is gone by now: from the beginning
    const from = Math.max(0, all.findIndex(({ id }) => id === cursor) + 1);
    const bases = all.slice(from).map(({ id, name, role }) => ({ id, name: cutText(name, 100), role }));
    const count = countShown(bases, { cursor: "" });
    return {
      bases: bases.slice(0, count),
      ...(count < bases.length && { cursor: bases[count - 1]?.id }),
    };
  },
);
