/* Thumbnails: smaller copies of pictures. */
import { limits } from "#lib/schemas/basics/limits";

/** In pixels. A lower picture has no thumbnail of that height: it would have to be enlarged. */
export const thumbnailHeights = { sm: 56, lg: 525 } as const;
export type Thumbnail = keyof typeof thumbnailHeights;
export const thumbnailNames = Object.keys(thumbnailHeights) as Thumbnail[];
export const thumbnailType = "image/webp";

/** The public part of a file's token (file-token.ts) with this ending names its thumbnail in the storage. */
export const thumbnailPart = (part: string, thumbnail: Thumbnail): string => `${part}.${thumbnail}`;

/** What decides whether a file may get thumbnails. */
interface Picture {
  size: number;
  /** In pixels, before the picture is turned upright; only pictures of known formats have these. */
  width?: number;
  height?: number;
  /** The thumbnails that were made, perhaps none; absent before. */
  thumbnails?: Thumbnail[];
}

/** Whether a file is a picture whose thumbnails are still to be made. The library may then find that it cannot read it. */
export const awaitsThumbnails = ({ size, width = 0, height = 0, thumbnails }: Picture): boolean =>
  thumbnails === undefined &&
  size <= limits.pictureBytes &&
  width * height <= limits.picturePixels &&
  Math.max(width, height) > thumbnailHeights.sm;

export const isPictureType = (mimetype: string): boolean => mimetype.toLowerCase().startsWith("image/");
