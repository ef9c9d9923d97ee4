/*
 * Writes a zip file (PKWARE APPNOTE) piece by piece. Unlike those of libraries, its state between two pieces is plain JSON, so a job
 * writes one file in many turns: each piece is a deflate block that ends at a byte, and an entry is a row of such blocks.
 */
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw) as (bytes: Buffer, options: object) => Promise<Buffer>;

interface WrittenEntry {
  name: string;
  crc: number;
  size: number;
  packed: number;
  offset: number;
}

/** Everything that is needed to go on with the file. */
export interface ZipState {
  /** Bytes written so far. */
  at: number;
  /** The last one is open if `isOpen`. */
  entries: WrittenEntry[];
  isOpen: boolean;
}

export const newZip = (): ZipState => ({ at: 0, entries: [], isOpen: false });

/** Without the extensions of zip64, which not everything can read. */
const maxBytes = 0xffff_fff0;
const maxEntries = 0xffff;

/** What the file may not be; a caller can say it. */
export class ZipTooLarge extends Error {}

/** UTF-8 names; sizes come after the bytes. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980: equal content gives equal bytes. */
const date = 0x0021;

/** A writer that goes on from a state. `state` is changed by each call. */
export function writeZip(write: (bytes: Buffer) => Promise<void>, state: ZipState) {
  async function put(bytes: Buffer): Promise<void> {
    if (state.at + bytes.length > maxBytes) throw new ZipTooLarge();
    await write(bytes);
    state.at += bytes.length;
  }
  const current = () => state.entries.at(-1) as WrittenEntry;
  const zip = {
    async begin(name: string): Promise<void> {
      if (state.entries.length >= maxEntries) throw new ZipTooLarge();
      state.entries.push({ name, crc: 0, size: 0, packed: 0, offset: state.at });
      state.isOpen = true;
      const text = Buffer.from(name);
      const header = Buffer.alloc(30);
      header.writeUInt32LE(0x0403_4b50, 0);
      header.writeUInt16LE(20, 4);
      header.writeUInt16LE(flags, 6);
      header.writeUInt16LE(deflated, 8);
      header.writeUInt16LE(date, 12);
      header.writeUInt16LE(text.length, 26);
      await put(Buffer.concat([header, text]));
    },
    async add(bytes: Buffer): Promise<void> {
      if (bytes.length === 0) return;
      const entry = current();
      const packed = await deflate(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
      await put(packed);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      entry.packed += packed.length;
      if (entry.size > maxBytes) throw new ZipTooLarge();
    },
    async close(): Promise<void> {
      const entry = current();
      // the last, empty block
      entry.packed += 2;
      const end = Buffer.alloc(18);
      end.writeUInt16LE(0x0003, 0);
      end.writeUInt32LE(0x0807_4b50, 2);
      writeSizes(end, 6, entry);
      await put(end);
      state.isOpen = false;
    },
    async addWhole(name: string, bytes: Buffer): Promise<void> {
      await zip.begin(name);
      await zip.add(bytes);
      await zip.close();
    },
    /** Writes the list of entries. Nothing can be added afterwards. */
    async finish(): Promise<void> {
      const start = state.at;
      for (const entry of state.entries) await put(listed(entry));
      const end = Buffer.alloc(22);
      end.writeUInt32LE(0x0605_4b50, 0);
      end.writeUInt16LE(state.entries.length, 8);
      end.writeUInt16LE(state.entries.length, 10);
      end.writeUInt32LE(state.at - start, 12);
      end.writeUInt32LE(start, 16);
      await put(end);
    },
  };
  return zip;
}

export type ZipWriter = ReturnType<typeof writeZip>;

function writeSizes(into: Buffer, at: number, { crc, packed, size }: WrittenEntry): void {
  into.writeUInt32LE(crc, at);
  into.writeUInt32LE(packed, at + 4);
  into.writeUInt32LE(size, at + 8);
}

function listed(entry: WrittenEntry): Buffer {
  const text = Buffer.from(entry.name);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(deflated, 10);
  header.writeUInt16LE(date, 14);
  writeSizes(header, 16, entry);
  header.writeUInt16LE(text.length, 28);
  header.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([header, text]);
}
