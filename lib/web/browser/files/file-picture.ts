/* The picture of a file, or what it is in letters. */
import { type CellFile, labelOf, pictureOf } from "./cell-file.ts";

/** Rows and lists that are higher than this get the large thumbnail: the small one is 56 pixels high. */
const smallUpTo = 64;

/** A picture of a file `height` pixels high. In place of one that the browser cannot show, `instead` is made. */
export function makePicture(
  file: CellFile,
  height: number,
  instead: (file: CellFile) => HTMLElement,
): HTMLElement {
  const address = pictureOf(file, height > smallUpTo ? "lg" : "sm");
  if (!address) return instead(file);
  const image = document.createElement("img");
  image.className = "file-picture";
  image.alt = file.name;
  image.title = file.name;
  image.loading = "lazy";
  // its room is known before it comes
  if (file.width && file.height) {
    image.width = Math.max(1, Math.round((height * file.width) / file.height));
    image.height = height;
  }
  image.onerror = () => image.replaceWith(instead(file));
  image.src = address;
  return image;
}

/** What a file is, in letters. */
export function makeLetters(file: CellFile): HTMLElement {
  const letters = document.createElement("span");
  letters.className = "file-letters";
  // drawn by the style: the text is its name
  letters.dataset["letters"] = labelOf(file);
  return letters;
}

/** What a file is, and its name. */
export function makeChip(file: CellFile): HTMLElement {
  const chip = document.createElement("span");
  chip.className = "chip file-chip";
  chip.title = file.name;
  chip.append(makeLetters(file), file.name);
  return chip;
}
