/* Zip files in memory. */
import { readZipEntries, readZipEntry } from "#lib/files/zip-reader";
import { newZip, writeZip } from "#lib/files/zip-writer";

/** The texts of the entries by their names. */
export async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const read = async (count: number, from: number) => bytes.subarray(from, from + count);
  const found = new Map<string, Buffer>();
  for (const entry of (await readZipEntries(read, bytes.length, 1e9)).values()) {
    const pieces: Buffer[] = [];
    for await (const piece of readZipEntry(read, entry)) pieces.push(piece);
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
