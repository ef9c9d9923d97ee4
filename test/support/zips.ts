/* Zip files in memory. */
import { crc32 } from "node:zlib";
import { readZipEntries } from "#lib/files/zip-reader";
import { newZip, writeZip } from "#lib/files/zip-writer";

/** The texts of the entries by their names. */
export async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const read = async (count: number, from: number) => bytes.subarray(from, from + count);
  const found = new Map<string, Buffer>();
  for (const entry of (await readZipEntries(read, bytes.length, 1e9)).values()) {
    const pieces: Buffer[] = [];
    for await (const piece of entry.read()) pieces.push(piece);
    found.set(entry.name, Buffer.concat(pieces));
  }
  return found;
}

export async function zipped(entries: Iterable<[string, Buffer]>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const zip = writeZip(async (bytes) => void pieces.push(bytes), newZip());
  for (const [name, bytes] of entries) await zip.addWhole(name, bytes);
  await zip.finish();
  return Buffer.concat(pieces);
}

/** A zip file with the extensions of zip64 in every place, as some programs write them for small files too. Entries are stored. */
export function zipped64(entries: Iterable<[string, Buffer]>): Buffer {
  const pieces: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  const add = (...some: Buffer[]) => {
    for (const bytes of some) at += bytes.length;
    pieces.push(...some);
  };
  for (const [name, bytes] of entries) {
    const title = Buffer.from(name);
    const sizes = [bytes.length, bytes.length];
    const header = { title, crc: crc32(bytes) };
    list.push(headerOf(0x0201_4b50, { ...header, longs: [...sizes, at] }));
    add(headerOf(0x0403_4b50, { ...header, longs: sizes }), bytes);
  }
  const [start, count] = [at, list.length];
  add(...list);
  const size = at - start;
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x0606_4b50);
  for (const [long, offset] of [
    [44, 4],
    [count, 24],
    [count, 32],
    [size, 40],
    [start, 48],
  ] as const)
    end.writeBigUInt64LE(BigInt(long), offset);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50);
  locator.writeBigUInt64LE(BigInt(at), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.alloc(22, 0xff);
  last.writeUInt32LE(0x0605_4b50);
  last.writeUInt32LE(0, 4);
  last.writeUInt16LE(0, 20);
  add(end, locator, last);
  return Buffer.concat(pieces);
}

/** A header whose sizes, and in the list the offset too, are in its extra field. */
function headerOf(signature: number, { title, crc, longs }: { title: Buffer; crc: number; longs: number[] }) {
  const isListed = signature === 0x0201_4b50;
  const extra = Buffer.alloc(4 + 8 * longs.length);
  extra.writeUInt16LE(1);
  extra.writeUInt16LE(8 * longs.length, 2);
  for (const [i, long] of longs.entries()) extra.writeBigUInt64LE(BigInt(long), 4 + 8 * i);
  const header = Buffer.alloc(isListed ? 46 : 30);
  // the list has the version of the writer too, and offsets at its end
  const from = isListed ? 6 : 4;
  header.writeUInt32LE(signature);
  header.writeUInt16LE(45, from);
  header.writeUInt16LE(0x0800, from + 2);
  header.writeUInt32LE(crc, from + 10);
  header.fill(0xff, from + 14, from + 22);
  header.writeUInt16LE(title.length, from + 22);
  header.writeUInt16LE(extra.length, from + 24);
  if (isListed) header.fill(0xff, 42, 46);
  return Buffer.concat([header, title, extra]);
}
