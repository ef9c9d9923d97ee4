/*
 * Reads a zip file piece by piece, by yauzl: its list of entries, then single entries, with one piece in memory. Everything in the file may
 * be wrong: an entry gives no more bytes than the list says, and the list is bounded by limits.
 */
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";

/** Reads `count` bytes from an offset; fewer at the end of the file. */
type Read = (count: number, from: number) => Promise<Buffer>;

export interface ZipEntry {
  name: string;
  /** Bytes when unpacked. */
  size: number;
  /** The unpacked bytes. Throws `BadZip` if they are not those that the list of entries says. */
  read(): AsyncGenerator<Buffer>;
}

/** What is wrong with the file, and in which entry. */
export class BadZip extends Error {
  readonly entry: string | undefined;
  constructor(message: string, entry?: string) {
    super(message);
    this.entry = entry;
  }
}

const mostEntries = 200_000;
const pieceBytes = 512 * 1024;
/** Read at once for the list of entries, which yauzl reads by small parts. */
const listBytes = 64 * 1024;
/** So much a file of any size may unpack to, whatever `mostTimes` says. */
const freeBytes = 64 * 1024 * 1024;

/**
 * The entries by their names. Throws `BadZip`, also if they would unpack to more than `mostUnpacked` bytes or, past 64 MB, to more than
 * `mostTimes` the size of the file.
 */
export async function readZipEntries(
  read: Read,
  bytes: number,
  mostUnpacked: number,
  mostTimes = Number.POSITIVE_INFINITY,
): Promise<Map<string, ZipEntry>> {
  const source = new Source(read, bytes);
  const zip = await explain(source, "is not a zip file, or its end is missing", () =>
    fromRandomAccessReaderPromise(source, bytes, { lazyEntries: true, autoClose: false }),
  );
  if (zip.entryCount > mostEntries) throw new BadZip("has too many entries");
  const entries = new Map<string, ZipEntry>();
  let [unpacked, packed] = [0, 0];
  await explain(source, "has an invalid list of entries", async () => {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, uncompressedSize: size } = entry;
      if (entry.isEncrypted()) throw new BadZip("is encrypted", name);
      if (!entry.canDecodeFileData()) throw new BadZip("is packed by an unknown method", name);
      if (entries.has(name)) throw new BadZip("is there twice", name);
      unpacked += size;
      packed += entry.compressedSize;
      if (unpacked > mostUnpacked) throw new BadZip(`would unpack to more than ${mostUnpacked} bytes`);
      if (unpacked > Math.max(freeBytes, mostTimes * bytes))
        throw new BadZip(`would unpack to more than ${mostTimes} times its size`);
      if (packed > bytes) throw new BadZip("has entries that overlap", name);
      entries.set(name, { name, size, read: () => readEntry(zip, entry, source) });
    }
  });
  source.isListed = true;
  return entries;
}

async function* readEntry(zip: ZipFile, entry: Entry, source: Source): AsyncGenerator<Buffer> {
  const { fileName: name } = entry;
  const begin = () => zip.openReadStreamPromise(entry);
  const pieces = (await explain(source, "is damaged", begin, name))[Symbol.asyncIterator]();
  let crc = 0;
  try {
    for (;;) {
      const { done, value } = await explain(source, "is damaged", () => pieces.next(), name);
      if (done) break;
      crc = crc32(value, crc);
      yield value;
    }
  } finally {
    await pieces.return?.();
  }
  if (crc !== entry.crc32) throw new BadZip("is damaged: its checksum is another one", name);
}

/** Runs work of yauzl: what it throws becomes a `BadZip`, and what reading the file has thrown is thrown again. */
async function explain<Result>(
  source: Source,
  what: string,
  work: () => Promise<Result>,
  name?: string,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (source.failed) throw source.failed.error;
    throw error instanceof BadZip ? error : new BadZip(`${what} (${(error as Error).message})`, name);
  }
}

/** The file as yauzl reads it. */
class Source extends RandomAccessReader {
  /** What reading the file has thrown. */
  failed: { error: unknown } | undefined;
  isListed = false;
  readonly #readBytes: Read;
  readonly #bytes: number;
  /** The last part that was read of the list of entries. */
  #part: { from: number; bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) };

  constructor(read: Read, bytes: number) {
    super();
    this.#readBytes = read;
    this.#bytes = bytes;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#find(length, position).then(
      (found) => {
        found.copy(buffer, offset);
        callback(found.length < length ? new Error("it ends too early") : null);
      },
      (error: Error) => callback(error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const piece = await this.#take(Math.min(pieceBytes, end - at), at);
      if (piece.length === 0) throw new Error("it ends too early");
      at += piece.length;
      yield piece;
    }
  }

  async #find(length: number, position: number): Promise<Buffer> {
    if (this.isListed) return this.#take(length, position);
    const isKnown = ({ from, bytes }: { from: number; bytes: Buffer }) =>
      position >= from && position + length <= from + bytes.length;
    if (!isKnown(this.#part))
      this.#part = { from: position, bytes: await this.#take(Math.max(length, listBytes), position) };
    const at = position - this.#part.from;
    return this.#part.bytes.subarray(at, at + length);
  }

  async #take(length: number, position: number): Promise<Buffer> {
    const count = Math.min(length, this.#bytes - position);
    if (count <= 0) return Buffer.alloc(0);
    try {
      return await this.#readBytes(count, position);
    } catch (error) {
      this.failed = { error };
      throw error;
    }
  }
}
