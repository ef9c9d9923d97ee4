/* Width and height of an image, from its first bytes. */

/** In pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** So many bytes are enough. A JPEG has its size after the metadata of the camera. */
export const bytesForSize = 256 * 1024;

/** In pixels; undefined if the bytes are not a PNG, GIF, WebP or JPEG, or are damaged. */
export const imageSize = (bytes: Buffer): ImageSize | undefined => readImage(bytes)?.size;

/** The media type, as the bytes say; undefined if they are not a PNG, GIF, WebP or JPEG, or are damaged. */
export const imageType = (bytes: Buffer): string | undefined => readImage(bytes)?.type;

function readImage(bytes: Buffer): { type: string; size: ImageSize } | undefined {
  const readers = { "image/png": png, "image/gif": gif, "image/webp": webp, "image/jpeg": jpeg };
  for (const [type, read] of Object.entries(readers)) {
    const size = sizeBy(read, bytes);
    if (size) return size.width > 0 && size.height > 0 ? { type, size } : undefined;
  }
  return undefined;
}

function sizeBy(read: (bytes: Buffer) => ImageSize | undefined, bytes: Buffer): ImageSize | undefined {
  try {
    return read(bytes);
  } catch (error) {
    // the bytes end before the size
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.toString("latin1", at, at + text.length) === text;

function png(bytes: Buffer): ImageSize | undefined {
  if (!startsWith(bytes, "\x89PNG\r\n\x1a\n") || !startsWith(bytes, "IHDR", 12)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gif(bytes: Buffer): ImageSize | undefined {
  if (!startsWith(bytes, "GIF87a") && !startsWith(bytes, "GIF89a")) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webp(bytes: Buffer): ImageSize | undefined {
  if (!startsWith(bytes, "RIFF") || !startsWith(bytes, "WEBP", 8)) return undefined;
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ")
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Skips segments up to the first that begins a frame. */
function jpeg(bytes: Buffer): ImageSize | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + (isAlone(marker) ? 0 : bytes.readUInt16BE(at + 2));
  }
}

/** SOF0 to SOF15, without the markers of tables in between. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
