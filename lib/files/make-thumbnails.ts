/* Makes and stores the thumbnails of a picture. The bytes of the picture are read by another process (picture-process.ts). */
import { type Thumbnail, thumbnailPart, thumbnailType } from "#lib/schemas/records/thumbnail";
import { fileIn } from "./folder.ts";
import { scalePicture } from "./picture-process.ts";
import { someBytes, write } from "./storage.ts";

/** The thumbnails that the picture has now: none for a file that is no picture or cannot be read. Throws if it could not be tried. */
export async function makeThumbnails(part: string, size: number): Promise<Thumbnail[]> {
  const folder = process.env["GRIDLESS_FILES"];
  const made = await scalePicture(folder ? fileIn(folder, part) : await someBytes(part, size));
  await Promise.all(made.map(([name, bytes]) => write(thumbnailPart(part, name), bytes, thumbnailType)));
  return made.map(([name]) => name);
}
