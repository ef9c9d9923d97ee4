/* Ctrl and F in a grid open a box that finds a text in the whole view: the browser would find it only in the rows that are drawn. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { showLate } from "../late.tsx";
import type { FindBoxProps } from "./find-box.tsx";

const FindBox = showLate(async () => (await import("./find-box.tsx")).FindBox);

/** The box, while it is open. */
export function useFind(props: Omit<FindBoxProps, "asked" | "close">): ComponentChildren {
  const asked = useSignal(0);
  useEffect(() => {
    const ending = new AbortController();
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      const isFind = (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "f";
      // in a dialog the browser finds
      if (!isFind || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      asked.value++;
    };
    addEventListener("keydown", press, { signal: ending.signal });
    return () => ending.abort();
  }, []);
  return (
    asked.value > 0 && (
      <div class="find">
        <FindBox {...props} asked={asked.value} close={() => (asked.value = 0)} />
      </div>
    )
  );
}
