/* The files of a server of this machine. */
import { open } from "node:fs/promises";
import { fileIn, receiveFile, remove, sizeOf } from "#lib/files/folder";
import { StartError } from "#lib/local/process/start-error";
import type { Files } from "./files.ts";

export const folderFiles = (folder: string): Files => ({
  sizeOf: (name) => sizeOf(folder, name),
  async read(name) {
    const file = await open(fileIn(folder, name));
    return file.createReadStream();
  },
  async write(name, bytes, size) {
    if (!(await receiveFile(folder, name, bytes, size)))
      throw new StartError(`the file ${name} changed while it was copied; give the same command again`);
  },
  remove: (name) => remove(folder, name),
});
