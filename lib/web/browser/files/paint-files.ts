/* Draws the files of a cell: pictures as high as the row, others by their type and name. */
import type { Field } from "#lib/schemas/tables/field";
import { type CellFile, filesOfCell, pictureOf } from "./cell-file.ts";
import { makeChip, makePicture } from "./file-picture.ts";

/** More are not in view, whatever the width of the column. */
const mostShown = 30;

/** What an element shows. A picture that is there already stays, though its address is signed anew by each answer. */
const shownBy = new WeakMap<Element, string>();

/** Which of the files an element of a cell shows. */
export const tokenShownBy = (element: Element): string | undefined => shownBy.get(element)?.split(" ", 1)[0];

/** `height`: that of the row, in pixels. */
export function paintFiles(element: HTMLElement, _field: Field, value: unknown, height: number): void {
  const former = new Map([...element.children].map((child) => [shownBy.get(child), child]));
  const shown = filesOfCell(value)
    .slice(0, mostShown)
    .map((file) => {
      const what = described(file, height);
      const kept = former.get(what);
      former.delete(what);
      const made = kept ?? makePicture(file, height, makeChip);
      shownBy.set(made, what);
      return made;
    });
  element.replaceChildren(...shown);
}

const described = (file: CellFile, height: number): string =>
  [file.token, height, pictureOf(file, "sm") !== undefined, file.name].join(" ");
