/* Words of files: in cells, on their way, and in the large view. */
import { sizeText } from "./size-text.ts";

export const fileTexts = {
  add: "Add files",
  addTo: (field: string) => `Add files to ${field}`,
  addHint: (most: number) => `Or drop or paste them here. A file has at most ${sizeText(most)}.`,
  open: (name: string) => `Open ${name}`,
  moveHint: "Ctrl and an arrow key move it, Delete takes it out",
  moved: (name: string, place: number, all: number) => `${name} is now ${place} of ${all}`,
  removed: (name: string) => `${name} was taken out. Undo brings it back.`,
  tooLarge: (size: number, most: number) => `It has ${sizeText(size)}; a file has at most ${sizeText(most)}.`,
  folder: "It is a folder. Add the files in it.",
  failed: (status: number) =>
    status === 0 ? "The connection was lost." : `The server refused the bytes (${status}).`,
  uploads: "Uploads",
  uploading: (count: number) => `Uploading ${count} ${count === 1 ? "file" : "files"}`,
  failedCount: (count: number) =>
    count === 1 ? "A file was not uploaded" : `${count} files were not uploaded`,
  added: (count: number) => `${count} ${count === 1 ? "file was" : "files were"} added`,
  queued: "Waits for the others",
  sent: "Uploaded, waits for the others",
  cancelOf: (name: string) => `Cancel ${name}`,
  retryOf: (name: string) => `Try ${name} again`,
  of: (place: number, all: number) => `${place} of ${all}`,
  previous: "Previous file",
  next: "Next file",
  download: "Download",
  earlier: "Move earlier",
  later: "Move later",
  takeOut: "Take out",
  notShown: "The browser cannot show this file. Download it to open it.",
  reading: "Reading …",
  goesOn: "… The text goes on: download it to read all of it.",
  dismissOf: (name: string) => `Give up ${name}`,
} as const;
