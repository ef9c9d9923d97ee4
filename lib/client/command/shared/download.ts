/* Writes a file that a server has made for a command. */
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RunningCommand } from "./definition.ts";
import { CommandError } from "./failure.ts";

/** Writes what is at an address, which works without a token. The file is complete, or not there. */
export async function download(
  address: string,
  out: string | undefined,
  { output, signal }: RunningCommand,
): Promise<number> {
  const response = await fetch(address, { signal });
  if (!response.ok || !response.body)
    throw new CommandError("failed", `${address}: ${response.status}`, { hints: ["Start the export again"] });
  let bytes = 0;
  const counting = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      output.progress(`${Math.floor(bytes / 1000)} kB`);
      yield chunk;
    }
  };
  const source = Readable.from(chunksOf(response.body));
  try {
    if (out === undefined) for await (const chunk of counting(source)) await output.write(chunk);
    else {
      const part = `${out}.part`;
      await pipeline(source, counting, createWriteStream(part), { signal }).catch(async (error: unknown) => {
        await rm(part, { force: true });
        throw error;
      });
      await rename(part, out);
    }
  } catch (error) {
    if (signal.aborted) throw new CommandError("interrupted", "interrupted; no file was written");
    throw error;
  } finally {
    output.progress("");
  }
  return bytes;
}

/** The types of Node and of the web know other streams. */
async function* chunksOf(body: NonNullable<Response["body"]>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
