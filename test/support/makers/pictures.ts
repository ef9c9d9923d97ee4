/* Pictures in many formats, hostile ones too, and a look into thumbnails. */
import { crc32, deflateSync } from "node:zlib";
import Vips from "wasm-vips";

const vips = await Vips({ dynamicLibraries: [] });

interface PictureInput {
  width?: number;
  height?: number;
  /** The ending of the format, with options of libvips: `.png`, `.jpg[Q=90]`. */
  format?: string;
  /** Of 8 or 16 bits a channel; CMYK is for `.jpg` only. */
  colours?: "srgb" | "rgb16" | "cmyk";
  /** EXIF: 1 upright, 6 to be turned to the right. */
  orientation?: number;
  /** More than one is an animation. */
  frames?: number;
}

export const top = [220, 30, 40];
const bottom = [20, 60, 200];

/** A picture that is red above and blue below, before it is turned. */
export function aPicture({
  width = 1400,
  height = 1050,
  format = ".png",
  colours = "srgb",
  orientation = 1,
  frames = 1,
}: PictureInput = {}): Buffer {
  const half = (colour: number[], rows: number) =>
    vips.Image.black(width, rows, { bands: 3 }).add(colour).cast("uchar").copy({ interpretation: "srgb" });
  const upper = Math.ceil(height / 2);
  let image = half(top, upper).join(half(bottom, height - upper), "vertical");
  if (colours === "rgb16") image = image.colourspace("rgb16");
  if (colours === "cmyk") image = image.iccTransform("cmyk", { input_profile: "srgb" });
  if (frames > 1) {
    image = vips.Image.arrayjoin(Array(frames).fill(image), { across: 1 });
    image.setInt("page-height", height);
  }
  if (orientation !== 1) image.setInt("orientation", orientation);
  return Buffer.from(image.writeToBuffer(format));
}

/** Width and height of a thumbnail, whether it holds metadata of a camera, and its colours in the four corners. */
export function lookAt(bytes: Uint8Array) {
  const image = vips.Image.newFromBuffer(bytes);
  const { width, height } = image;
  const at = (x: number, y: number) => image.getpoint(x, y).slice(0, 3);
  return {
    format: image.getString("vips-loader").replace(/load_.*/, ""),
    size: `${width}x${height}`,
    hasMetadata: image.getTypeof("exif-data") !== 0,
    topLeft: at(0, 0),
    topRight: at(width - 1, 0),
  };
}

/** A PNG of 20,000 × 20,000 pixels in some 50 KB. */
export function aBomb(): Buffer {
  const side = 20_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

export const scriptedSvg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><script>alert(1)</script><rect width="600" height="600"/></svg>',
);
