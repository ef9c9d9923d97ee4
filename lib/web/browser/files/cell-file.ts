/* A file of a cell: what it is, and what a browser can show of it. */
import { cellElements } from "../cells/field-options.ts";

/** As answers have it. One that was uploaded just now has no id, and perhaps no address. */
export interface CellFile {
  token: string;
  name: string;
  size?: number;
  mimetype?: string;
  /** Of a picture, in pixels. */
  width?: number;
  height?: number;
  /** Signed, for an hour. */
  presignedUrl?: string;
  smThumbnailUrl?: string;
  lgThumbnailUrl?: string;
}

/** The files in the value of a cell. */
export const filesOfCell = (value: unknown): CellFile[] => cellElements<unknown>(value).filter(isFile);

const isFile = (each: unknown): each is CellFile =>
  typeof each === "object" && each !== null && "token" in each && "name" in each;

/** What the browser shows of a file. `other`: nothing. */
export type ShownKind = "picture" | "pdf" | "video" | "audio" | "text" | "other";

/** The types that the server sends as what they are (lib/files/disposition.ts); HTML and SVG are none of them, as they can hold scripts. */
const kinds: readonly [RegExp, ShownKind][] = [
  [/^image\/(png|jpeg|gif|webp|avif|bmp|heic)$/, "picture"],
  [/^application\/pdf$/, "pdf"],
  [/^video\//, "video"],
  [/^audio\//, "audio"],
  [/^text\/(plain|csv)$/, "text"],
];

/** By the media type. */
export function shownKindOf({ mimetype = "" }: Pick<CellFile, "mimetype">): ShownKind {
  const [type = ""] = mimetype.toLowerCase().split(";", 1);
  return kinds.find(([pattern]) => pattern.test(type.trim()))?.[1] ?? "other";
}

/** The address of a picture of the file: a thumbnail, or the file itself while there is none. Undefined for what is no picture. */
export function pictureOf(file: CellFile, which: "sm" | "lg"): string | undefined {
  const made = which === "sm" ? file.smThumbnailUrl : file.lgThumbnailUrl;
  // without a thumbnail the address is that of the file, which may be of a type that no browser shows
  if (made && made !== file.presignedUrl) return made;
  return shownKindOf(file) === "picture" ? file.presignedUrl : undefined;
}

/** What stands in place of a picture: the ending of the name, or the kind of the media type. At most four letters. */
export function labelOf({ name, mimetype = "" }: Pick<CellFile, "name" | "mimetype">): string {
  const ending = /\.([\p{L}\d]{1,4})$/u.exec(name)?.[1];
  return (ending ?? (mimetype.split("/", 1)[0]?.slice(0, 4) || "file")).toUpperCase();
}

/** Whether a signed address has expired, or will within a minute. `now` in milliseconds. An address without a time does not. */
export function isAddressOld(address: string, now: number): boolean {
  const { searchParams } = new URL(address, "http://localhost");
  const at = (name: string) => searchParams.get(name) ?? "";
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at("X-Amz-Date")) ?? [];
  const until =
    year === undefined
      ? Number(at("expires")) * 1000
      : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) +
        Number(at("X-Amz-Expires")) * 1000;
  return until > 0 && until < now + 60_000;
}

/** The list with one file at another place. */
export function moveFile<Each>(files: readonly Each[], from: number, to: number): Each[] {
  const moved = [...files];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
