/* How another process of the same user asks a running server for an endpoint on its store (lib/local/store/asked). */
import * as z from "zod";

export const cellIn = (folder: string) =>
  ({ folder, name: "cell", answer: "served", what: "its store" }) as const;

/** What the server answers: where the endpoint is, and the key for it. */
export const Served = z.object({
  url: z.string(),
  key: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
});
