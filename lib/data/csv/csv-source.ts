/* The source of an import, CSV or a workbook: an uploaded file, by token or address; a file elsewhere; or text in the request. */

import type { Caller } from "#lib/data/identity/caller";
import * as attachments from "#lib/data/records/attachments";
import { type OwnFile, ownFileAt } from "#lib/files/own-address";
import { someBytes } from "#lib/files/storage";
import { invalid, unknownInside } from "#lib/schemas/basics/error";
import { isFileToken, publicPart } from "#lib/schemas/records/file-token";
import type { Csv } from "#lib/schemas/tables/csv";
import type { FileType } from "#lib/schemas/tables/csv-at-address";
import { getItem } from "#lib/store/store";
import type { Opened, Read } from "./csv-file.ts";
import { takeFileTurn } from "./file-turns.ts";
import type { Workbook } from "./workbook.ts";

/** The file of a request, or of an address. */
type CsvAt = Csv & {
  attachmentUrl?: string;
  /** The type of the file, if the request names it. */
  fileType?: FileType;
  /** The path in the request of the name of the sheet. */
  sheetPath?: string;
};

interface Source {
  read: Read;
  bytes: number;
  /** Gives the current item of the file. Bytes that are not stored as a file yet are stored by this call. */
  keep: () => Promise<attachments.FileItem>;
}

/** Reads bytes of an uploaded file. */
export const readingFile =
  ({ token }: Pick<attachments.FileItem, "token">): Read =>
  (count, from) =>
    someBytes(publicPart(token), count, from);

async function sourceOf({ token, text, attachmentUrl }: CsvAt, caller: Caller): Promise<Source> {
  if (attachmentUrl !== undefined) return sourceAt(attachmentUrl, caller);
  if (token === undefined) return sourceIn(Buffer.from(text ?? ""), caller);
  return sourceIn(() => attachments.getOwn(token, caller).catch(missing), caller);
}

/** A file of this service must be the caller's own; an address elsewhere is requested as for `fileUrl`. */
async function sourceAt(attachmentUrl: string, caller: Caller): Promise<Source> {
  const own = ownFileAt(attachmentUrl);
  if (own) return sourceIn(() => getOwnAt(own, caller).catch(missingAt), caller, "attachmentUrl");
  // imported late: most imports are of uploaded files
  const { fileOf } = await import("#lib/outgoing/file");
  return sourceIn((await fileOf({ fileUrl: attachmentUrl }, "attachmentUrl")).body, caller);
}

async function getOwnAt({ token, part = "" }: OwnFile, caller: Caller): Promise<attachments.FileItem> {
  const known = token ?? (await getItem<attachments.FileItem>(attachments.fileKeyAt(part)))?.token;
  return known && isFileToken(known) ? attachments.getOwn(known, caller) : missingAt();
}

async function sourceIn(
  found: Buffer | (() => Promise<attachments.FileItem>),
  caller: Caller,
  path = "token",
): Promise<Source> {
  if (Buffer.isBuffer(found))
    return {
      read: async (count, from) => found.subarray(from, from + count),
      bytes: found.length,
      keep: () => attachments.keep({ contentType: "text/csv", body: found }, caller),
    };
  const file = await found();
  if (file.state !== "uploaded")
    throw invalid([
      {
        path,
        message: "the file is not uploaded yet; send its bytes, then call POST /attachments/notify/{token}",
      },
    ]);
  return { read: readingFile(file), bytes: file.size, keep: found };
}

const missing = (): never => {
  throw unknownInside([{ path: "token", message: "no file with this token was uploaded by you" }]);
};
const missingAt = (): never => {
  throw unknownInside([{ path: "attachmentUrl", message: "no file at this address was uploaded by you" }]);
};

export interface FoundFile extends Source {
  /** Its beginning. */
  first: Buffer;
  workbook: Workbook | undefined;
}

/**
 * Works with the file of an import in a turn of memory: if it is a workbook, opened. Throws 400 for one that cannot be read, 404 for an unknown
 * file, 429 while too many files are read.
 */
export async function withFile<Answer>(
  csv: CsvAt,
  caller: Caller,
  work: (file: FoundFile) => Promise<Answer>,
): Promise<Answer> {
  const source = await sourceOf(csv, caller);
  // the parsers are imported only here
  const { pieceBytes } = await import("./csv-file.ts");
  const first = await source.read(pieceBytes, 0);
  const found: FileType = isWorkbook(first) ? "excel" : "csv";
  if (csv.fileType && csv.fileType !== found) throw otherType(found);
  if (found === "csv")
    return takeFileTurn(first.length, () => work({ ...source, first, workbook: undefined }));
  const { listEntries, openWorkbook } = await import("./workbook.ts");
  const { entries, unpacked } = await listEntries(source.read, source.bytes, first);
  return takeFileTurn(unpacked, async () =>
    work({ ...source, first, workbook: await openWorkbook(entries) }),
  );
}

export type OpenedSource = Pick<FoundFile, "bytes" | "workbook" | "keep"> & { opened: Opened };

/** Works with the source of an import, opened. Throws 400 if it is neither CSV nor a workbook, and what `withFile` throws. */
export const withSource = <Answer>(
  csv: CsvAt,
  caller: Caller,
  work: (source: OpenedSource) => Promise<Answer>,
): Promise<Answer> =>
  withFile(csv, caller, async ({ first, ...file }) => {
    if (file.workbook) {
      const { openSheet } = await import("./sheet-source.ts");
      return work({ ...file, ...(await openSheet(file.workbook, csv, caller)) });
    }
    const { open } = await import("./csv-file.ts");
    return work({ ...file, opened: await open(file.read, csv, first) });
  });

/** The first bytes of a workbook or another zip file, of an empty zip file, and of the older formats of spreadsheet programs. */
const workbookStarts = ["PK\x03\x04", "PK\x05\x06", "\xd0\xcf\x11\xe0"];
const isWorkbook = (bytes: Buffer): boolean => workbookStarts.includes(bytes.toString("latin1", 0, 4));

function otherType(found: FileType) {
  const what = found === "csv" ? "no workbook" : "a workbook";
  return invalid([{ path: "fileType", message: `the file is ${what}; send ${found}` }]);
}
