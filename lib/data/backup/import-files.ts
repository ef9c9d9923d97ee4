/* The attachments of an import: stored as if the person who began it had uploaded them. */

import * as z from "zod";
import * as attachments from "#lib/data/records/attachments";
import { openWriting } from "#lib/files/writing";
import { limits } from "#lib/schemas/basics/limits";
import { explain, type FileLine, parse, refuseFile } from "./backup-file.ts";
import type { ImportWork } from "./import-work.ts";

const lineShape = z.object({
  file: z.string().regex(/^attachments\/\d+\/[0-9A-Za-z]{1,40}$/),
  mimetype: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+(;.*)?$/)
    .max(limits.nameLength),
  size: z.int().min(0).max(limits.fileBytes),
});

/** Stores the files of some lines. */
export async function writeFiles({ file, ids, caller, count }: ImportWork, lines: FileLine[]): Promise<void> {
  for (const { value, place } of lines) {
    const { file: name, mimetype, size } = parse(lineShape, value, place);
    if (!file.entries.has(name)) {
      count("leftOutFiles");
      continue;
    }
    if (file.entries.get(name)?.size !== size)
      throw refuseFile(place, `size: ${name} has ${file.entries.get(name)?.size} bytes`);
    const store = async (part: string) => {
      const writing = await openWriting(part, mimetype);
      try {
        await explain(async () => {
          for await (const bytes of file.bytes(name)) await writing.add(bytes);
        });
        await writing.end();
      } catch (error) {
        await writing.abandon();
        throw error;
      }
    };
    await attachments.keepUnder(ids.token(name), { contentType: mimetype, size }, store, caller);
    count("files");
  }
}
