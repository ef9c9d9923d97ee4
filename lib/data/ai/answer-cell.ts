/* Gets the value of a cell from a model: asks, reads the answer, and asks once more if it cannot be read. */

import type { Image } from "#lib/ai/provider";
import { makePrompt, tooLongFor } from "#lib/engine/ai/prompt";
import { type ReadAnswer, readAnswer } from "#lib/engine/ai/read-answer";
import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { sizeOf, someBytes } from "#lib/files/storage";
import type { BaseId } from "#lib/schemas/basics/ids";
import { publicPart } from "#lib/schemas/records/file-token";
import { ask, type Said } from "./ask.ts";
import type { Filling } from "./fills.ts";
import type { Sources } from "./read-sources.ts";

/** `nothing`: the sources of the record are empty, so there is nothing to ask. */
export type Value = ReadAnswer | "nothing" | Exclude<Said, { text: string }>;

/** The time until which a turn may ask. */
export interface Deadline {
  /** Milliseconds that are left. */
  left(): number;
}

/** A question that starts with less time would be cut off. */
const leastMilliseconds = 1500;
const mostMilliseconds = 20_000;

/** The values for a field of the records with these sources, in their order. */
export function answerCells(
  baseId: BaseId,
  { field, config, model }: Filling & { field: Field },
  sources: Sources[],
  deadline: Deadline,
): Promise<Value[]> {
  return Promise.all(
    sources.map(async ({ fields, textOf, files, isEmpty }): Promise<Value> => {
      if (isEmpty) return "nothing";
      const tooLong = tooLongFor(config, fields, textOf);
      if (tooLong) return { failed: tooLong };
      const images = model.takesImages ? await readImages(files) : [];
      let problem: string | undefined;
      for (let attempt = 0; attempt < 2; attempt++) {
        const within = Math.min(mostMilliseconds, deadline.left());
        if (within < leastMilliseconds) return { wait: "The time of this turn is over", seconds: 0 };
        const prompt = makePrompt({ field, config, sources: fields, textOf, problem });
        const said = await ask(baseId, { model, ...prompt, images, within });
        if (!("text" in said)) return said;
        const read = readAnswer(said.text, field, config);
        if (typeof read !== "string") return read;
        problem = read;
      }
      return { failed: `The answer of the model could not be used: ${problem}` };
    }),
  );
}

const formats: Record<string, Image["format"]> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/gif": "gif",
  "image/webp": "webp",
};
const mostImages = 4;
/** The largest image that Bedrock accepts. */
const imageBytes = 3.75 * 1024 * 1024;

/** The first images that a model takes. */
async function readImages(files: Attachment[]): Promise<Image[]> {
  const images = files.filter(({ mimetype, size }) => formats[mimetype] && size <= imageBytes);
  const read = await Promise.all(
    images.slice(0, mostImages).map(async ({ token, mimetype, size }) => ({
      format: formats[mimetype] as Image["format"],
      bytes: await bytesOf(publicPart(token), size),
    })),
  );
  return read.flatMap(({ format, bytes }) => (bytes ? [{ format, bytes }] : []));
}

/** Gives nothing for a file that does not exist, for example because a backup lacked it. */
async function bytesOf(part: string, size: number): Promise<Buffer | undefined> {
  try {
    return await someBytes(part, size);
  } catch (error) {
    if ((await sizeOf(part)) === undefined) return undefined;
    throw error;
  }
}
