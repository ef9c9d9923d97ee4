/* Says which cells of a paste do not fit, and asks whether the others are to be pasted. */
import { useEffect, useRef } from "preact/hooks";
import { appTexts } from "../texts.ts";
import type { RefusedPart } from "./range-writes.ts";
import type { PasteChoice } from "./write-cells.ts";

export interface RestQuestion extends RefusedPart {
  answer: (choice: PasteChoice) => void;
}

const mostNamed = 20;

export function RestDialog({ refused, total, all, columns, top, names, answer }: RestQuestion) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // closed first: nothing else can have the focus while it is open
  const choose = (choice: PasteChoice) => {
    dialog.current?.close();
    answer(choice);
  };
  return (
    <dialog ref={dialog} aria-labelledby="rest-title" onCancel={() => choose("cancel")}>
      <h2 id="rest-title">{appTexts.pasteRefused}</h2>
      <p>{appTexts.pasteRefusedHint(total, all)}</p>
      <ul class="reasons">
        {refused.slice(0, mostNamed).map(({ row, column, reason }) => (
          <li key={`${row} ${column}`}>
            <strong>{appTexts.rowAndField(top + row + 1, columns[column]?.field.name ?? "")}</strong>:{" "}
            {reason}
          </li>
        ))}
      </ul>
      {names.length > 0 && <p>{appTexts.unknownNames(names.slice(0, mostNamed), names.length)}</p>}
      <div class="buttons">
        {names.length > 0 && (
          <button type="button" onClick={() => choose("make")}>
            {appTexts.makeNamed}
          </button>
        )}
        <button type="button" onClick={() => choose("rest")}>
          {appTexts.pasteRest}
        </button>
        <button type="button" class="quiet" onClick={() => choose("cancel")}>
          {appTexts.cancel}
        </button>
      </div>
    </dialog>
  );
}
