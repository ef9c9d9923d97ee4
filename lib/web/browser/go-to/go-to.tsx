/* The box that goes anywhere: by a button, and by Ctrl and K. It is loaded when it is first opened. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { showLate } from "../late.tsx";
import { appTexts } from "../texts.ts";

const GoToDialog = showLate(async () => (await import("./go-to-dialog.tsx")).GoToDialog);

export function GoTo() {
  const isOpen = useSignal(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey ||
        event.key.toLowerCase() !== "k"
      )
        return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) isOpen.value = true;
    };
    addEventListener("keydown", open);
    return () => removeEventListener("keydown", open);
  }, []);
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-keyshortcuts="Control+K"
        title={appTexts.goToKeys}
        onClick={() => (isOpen.value = true)}
      >
        {appTexts.goTo}
      </button>
      {isOpen.value && <GoToDialog close={() => (isOpen.value = false)} />}
    </>
  );
}
