/* Keys that all editors have: they are done once, by a key or because the focus leaves. */
import { useRef } from "preact/hooks";
import type { EditorProps, FocusMove } from "./editor-props.ts";

interface EditorKeys {
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

/** Where a key leads that ends an editor; `undefined` for other keys. */
export function moveAfter({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): FocusMove | undefined {
  if (key === "Enter") return shiftKey ? "up" : "down";
  if (key === "Tab") return shiftKey ? "left" : "right";
  return undefined;
}

/** `read` gives the change; `undefined` if there is none. `isOwn`: a key that the editor needs itself. */
export function useEditorKeys(
  read: () => { value: unknown } | undefined,
  done: EditorProps["done"],
  isOwn: (event: KeyboardEvent) => boolean = () => false,
): EditorKeys {
  const isDone = useRef(false);
  function end(move: FocusMove, change?: { value: unknown }) {
    if (isDone.current) return;
    isDone.current = true;
    done(move, change);
  }
  return {
    onKeyDown(event) {
      event.stopPropagation();
      // a key that ends the writing of a sign in several strokes
      if (event.isComposing || isOwn(event)) return;
      const move = moveAfter(event);
      if (event.key === "Escape") end("stay");
      else if (move) end(move, read());
      else return;
      event.preventDefault();
    },
    onBlur(event) {
      const { currentTarget, relatedTarget } = event;
      const isInside =
        currentTarget instanceof Node &&
        relatedTarget instanceof Node &&
        currentTarget.contains(relatedTarget);
      if (!isInside) end("away", read());
    },
  };
}
