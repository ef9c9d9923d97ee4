/* What is sent to `POST /mcp` and answered: one message of JSON-RPC 2.0 each. Batches are of no version that is answered here. */
import * as z from "zod";

const Id = z.union([z.string().max(1000), z.int()]).meta({ description: "Comes back with the answer." });

/** A request, or without an id a notification. */
export const RpcRequest = z
  .looseObject({
    jsonrpc: z.literal("2.0").meta({ description: "Always 2.0." }),
    id: Id.optional(),
    method: z
      .string()
      .max(200)
      .meta({ description: "For example `tools/list`, `tools/call`.", examples: ["tools/list"] }),
    params: z.looseObject({}).optional().meta({
      description: "What the method takes. `_meta` has the version of the protocol from 2026-07-28 on.",
    }),
  })
  .meta({
    id: "RpcRequest",
    description: "A message of the Model Context Protocol.",
    examples: [{ jsonrpc: "2.0", id: 1, method: "tools/list" }],
  });
export type RpcRequest = z.infer<typeof RpcRequest>;

/** Nothing answers a notification. */
export const RpcAnswer = z
  .looseObject({
    jsonrpc: z.literal("2.0").meta({ description: "Always 2.0." }),
    id: Id.nullable(),
    result: z.looseObject({}).optional().meta({ description: "What the method gives." }),
    error: z
      .looseObject({ code: z.int(), message: z.string() })
      .optional()
      .meta({ description: "What is wrong, in place of a result." }),
  })
  .optional()
  .meta({ id: "RpcAnswer" });
export type RpcAnswer = z.infer<typeof RpcAnswer>;
