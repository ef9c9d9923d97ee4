/*
 * The program of the process that reads pictures (picture-process.ts): it receives a picture, and answers with its thumbnails.
 *
 * libvips, compiled to WebAssembly, can reach nothing but its own memory, whatever a picture does to it. It renders no SVG, because that
 * part of it is not loaded. An animation gives its first picture. Metadata, which may say where a photo was taken, is left out.
 */
import { readFile } from "node:fs/promises";
import Vips from "wasm-vips";
import { limits } from "#lib/schemas/basics/limits";
import { type Thumbnail, thumbnailHeights, thumbnailNames } from "#lib/schemas/records/thumbnail";

/** A picture in a file, or its bytes. */
export type Picture = string | Uint8Array;
export type Scaled = [Thumbnail, Buffer][];
/** `isWorn`: this process is to be ended. */
export type Answer = { scaled: Scaled; isWorn: boolean } | { unreadable: string; isWorn: true };

/** Memory of WebAssembly never shrinks. A process that has so many bytes is not used again: a large picture needs as much again. */
const worn = 300 * 1024 * 1024;

/** Loaders of the formats that image-size.ts knows. */
const loaders = ["pngload_buffer", "jpegload_buffer", "webpload_buffer", "gifload_buffer"];

/** The largest width and height of a WebP. */
const widest = 16_383;

const vips = await Vips({ dynamicLibraries: [], print: () => {}, printErr: () => {} });
vips.concurrency(1);
// otherwise it keeps the last pictures
vips.Cache.max(0);

async function scale(picture: Picture): Promise<Scaled> {
  const bytes = typeof picture === "string" ? await readFile(picture) : picture;
  let from: Uint8Array = bytes;
  const upright = heightOf(bytes);
  const wanted = thumbnailNames.filter((name) => upright > thumbnailHeights[name]);
  // the largest first, because the others can be made from it
  const scaled = wanted.toReversed().map((name): Scaled[number] => {
    using image = vips.Image.thumbnailBuffer(from, widest, { height: thumbnailHeights[name], size: "down" });
    from = image.writeToBuffer(".webp", { Q: 80, keep: "none" });
    return [name, Buffer.from(from)];
  });
  return scaled;
}

/** The height of the picture once it is upright. Reads only its header. Throws if it has too many pixels. */
function heightOf(bytes: Uint8Array): number {
  using image = vips.Image.newFromBuffer(bytes);
  const { width, height } = image;
  const loader = image.getString("vips-loader");
  if (!loaders.includes(loader)) throw new Error(`a picture for ${loader}, which browsers do not show`);
  if (width * height > limits.picturePixels) throw new Error(`${width} × ${height} pixels are too many`);
  const isTurned = image.getTypeof("orientation") !== 0 && image.getInt("orientation") >= 5;
  return isTurned ? width : height;
}

const answer = (sent: Answer) => void process.send?.(sent);

/** After a failure the state of the library is uncertain, so the next picture gets a new process. */
const fail = (error: unknown) =>
  answer({ unreadable: String((error as Error | undefined)?.message ?? error), isWorn: true });

process.on("uncaughtException", fail);
process.on("disconnect", () => process.exit(0));
process.on("message", (picture: Picture) => {
  scale(picture).then((scaled) => answer({ scaled, isWorn: process.memoryUsage.rss() > worn }), fail);
});
