/* A menu that opens at something in the grid. Arrows go through it; what it opens is a dialog, or is done at once. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { placeBelow } from "../dialogs/opener.tsx";

/** A line of a menu: what it does, or the dialog that it opens. */
export type MenuChoice = { text: string; isChosen?: boolean } & (
  | { act: () => void; dialog?: never }
  | { dialog: (close: () => void) => ComponentChildren; act?: never }
);

interface PopoverMenuProps {
  label: string;
  anchor: HTMLElement;
  choices: (MenuChoice | false)[];
  /** The menu is closed, and so is the dialog that it opened. */
  close: () => void;
}

export function PopoverMenu({ label, anchor, choices, close }: PopoverMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const opened = useSignal<((close: () => void) => ComponentChildren) | undefined>(undefined);
  const isDone = useRef(false);
  useEffect(() => {
    menu.current?.showPopover();
    placeBelow(menu.current, anchor);
  }, []);
  function choose({ act, dialog }: MenuChoice) {
    isDone.current = true;
    menu.current?.hidePopover();
    if (dialog) {
      opened.value = dialog;
      return;
    }
    close();
    act();
  }
  function press(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || !menu.current) return;
    const all = [...menu.current.querySelectorAll("button")];
    const at = all.findIndex((each) => each.matches(":focus"));
    all.at((at + step) % all.length)?.focus();
    event.preventDefault();
  }
  return (
    <>
      <div
        ref={menu}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        class="menu"
        onKeyDown={press}
        onToggle={({ newState }) => newState === "closed" && !isDone.current && close()}
      >
        {choices.map(
          (choice) =>
            choice && (
              <button
                key={choice.text}
                type="button"
                class="quiet"
                role="menuitem"
                aria-current={choice.isChosen ? "true" : undefined}
                onClick={() => choose(choice)}
              >
                {choice.text}
              </button>
            ),
        )}
      </div>
      {opened.value?.(close)}
    </>
  );
}
