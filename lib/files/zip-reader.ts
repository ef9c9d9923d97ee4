/*
 * Reads a zip file piece by piece: its list of entries, then single entries, with one piece in memory. Everything in the file may be
 * wrong: sizes are bounded by what the list says, and the list by limits.
 */
import { crc32, createInflateRaw } from "node:zlib";

/** Reads `count` bytes from an offset; fewer at the end of the file. */
type Read = (count: number, from: number) => Promise<Buffer>;

export interface ZipEntry {
  name: string;
  method: number;
  crc: number;
  /** Bytes in the file, and unpacked. */
  packed: number;
  size: number;
  offset: number;
}

/** What is wrong with the file, and in which entry. */
export class BadZip extends Error {
  readonly entry: string | undefined;
  constructor(message: string, entry?: string) {
    super(message);
    this.entry = entry;
  }
}

const endBytes = 22;
const longestComment = 0xffff;
const mostListBytes = 16 * 1024 * 1024;
const pieceBytes = 512 * 1024;
/** So much a file of any size may unpack to, whatever `mostTimes` says. */
const freeBytes = 64 * 1024 * 1024;
const [stored, deflated] = [0, 8];

/**
 * The entries by their names. Throws `BadZip`, also if they would unpack to more than `mostUnpacked` bytes or, past 64 MB, to more than
 * `mostTimes` the size of the file. `readZipEntry` gives no more than the size that an entry has here.
 */
export async function readZipEntries(
  read: Read,
  bytes: number,
  mostUnpacked: number,
  mostTimes = Number.POSITIVE_INFINITY,
): Promise<Map<string, ZipEntry>> {
  const tailAt = Math.max(0, bytes - endBytes - longestComment);
  const tail = await read(bytes - tailAt, tailAt);
  const at = tail.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (at < 0 || at + endBytes > tail.length) throw new BadZip("is not a zip file, or its end is missing");
  const count = tail.readUInt16LE(at + 10);
  const length = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (start === 0xffff_ffff || count === 0xffff) throw new BadZip("is a zip64 file, which cannot be read");
  if (length > mostListBytes) throw new BadZip("has too many entries");
  const list = await read(length, start);
  if (list.length < length) throw new BadZip("is truncated: its list of entries is incomplete");
  const entries = new Map<string, ZipEntry>();
  let [unpacked, packed] = [0, 0];
  for (let i = 0, from = 0; i < count; i++) {
    if (from + 46 > list.length || list.readUInt32LE(from) !== 0x0201_4b50)
      throw new BadZip("has an invalid list of entries");
    const end = from + 46 + list.readUInt16LE(from + 28);
    const entry = {
      name: list.toString("utf8", from + 46, end),
      method: list.readUInt16LE(from + 10),
      crc: list.readUInt32LE(from + 16),
      packed: list.readUInt32LE(from + 20),
      size: list.readUInt32LE(from + 24),
      offset: list.readUInt32LE(from + 42),
    };
    refuseEntry(entry, list.readUInt16LE(from + 8), entries, start);
    unpacked += entry.size;
    packed += entry.packed;
    if (unpacked > mostUnpacked) throw new BadZip(`would unpack to more than ${mostUnpacked} bytes`);
    if (unpacked > Math.max(freeBytes, mostTimes * bytes))
      throw new BadZip(`would unpack to more than ${mostTimes} times its size`);
    if (packed > bytes) throw new BadZip("has entries that overlap", entry.name);
    entries.set(entry.name, entry);
    from = end + list.readUInt16LE(from + 30) + list.readUInt16LE(from + 32);
  }
  return entries;
}

function refuseEntry(entry: ZipEntry, flags: number, known: Map<string, ZipEntry>, listAt: number): void {
  const { name, method, packed, size, offset } = entry;
  if (flags & 1) throw new BadZip("is encrypted", name);
  if (method !== stored && method !== deflated) throw new BadZip("is packed by an unknown method", name);
  if ([packed, size, offset].includes(0xffff_ffff)) throw new BadZip("is a zip64 entry", name);
  if (offset + packed > listAt) throw new BadZip("lies outside of the file", name);
  if (known.has(name)) throw new BadZip("is there twice", name);
}

/** The unpacked bytes of an entry, from its start. Throws `BadZip` if they are not those that the list of entries says. */
export async function* readZipEntry(read: Read, entry: ZipEntry): AsyncGenerator<Buffer> {
  const header = await read(30, entry.offset);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x0403_4b50)
    throw new BadZip("does not begin where the list of entries says", entry.name);
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  let [crc, size] = [0, 0];
  const packed = packedBytes(read, start, entry);
  for await (const piece of entry.method === stored ? packed : unpack(packed, entry)) {
    size += piece.length;
    if (size > entry.size)
      throw new BadZip(`has more than the ${entry.size} bytes that are listed`, entry.name);
    crc = crc32(piece, crc);
    yield piece;
  }
  if (size < entry.size) throw new BadZip(`is truncated: ${size} of ${entry.size} bytes`, entry.name);
  if (crc !== entry.crc) throw new BadZip("is damaged: its checksum is another one", entry.name);
}

async function* packedBytes(read: Read, start: number, { packed, name }: ZipEntry): AsyncGenerator<Buffer> {
  for (let at = 0; at < packed; ) {
    const piece = await read(Math.min(pieceBytes, packed - at), start + at);
    if (piece.length === 0) throw new BadZip("is truncated", name);
    at += piece.length;
    yield piece;
  }
}

async function* unpack(packed: AsyncIterable<Buffer>, { name }: ZipEntry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  let failure: unknown;
  const feed = async () => {
    for await (const piece of packed)
      if (!inflate.write(piece) && !inflate.destroyed)
        await new Promise((resolve) => {
          inflate.once("drain", resolve);
          inflate.once("close", resolve);
        });
    inflate.end();
  };
  feed().catch((error: unknown) => {
    failure = error;
    inflate.destroy(error as Error);
  });
  try {
    for await (const piece of inflate) yield piece as Buffer;
  } catch (error) {
    if (failure) throw failure;
    throw (error as NodeJS.ErrnoException).code?.startsWith("Z_")
      ? new BadZip("is damaged: it cannot be unpacked", name)
      : error;
  } finally {
    inflate.destroy();
  }
}
