/* Buttons that open a dialog: one of its own, or a menu of several. The dialog is in the page only while it is open. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { appTexts } from "#lib/web/browser/texts";

interface OpenerProps {
  text: string;
  /** What a screen reader says, where the text alone does not tell what it is about. */
  label?: string;
  /** The dialog. It calls `close` once it is closed. */
  children: (close: () => void) => ComponentChildren;
}

export function Opener({ text, label = text, children }: OpenerProps) {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={label}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {text}
      </button>
      {isOpen.value &&
        children(() => {
          isOpen.value = false;
        })}
    </>
  );
}

/** A line of a menu. */
export interface Choice {
  text: string;
  dialog: (close: () => void) => ComponentChildren;
}

interface MenuProps {
  /** What it is about. */
  of: string;
  choices: (Choice | false)[];
}

/** What can be done with something, one below the other. */
export function Menu({ of, choices }: MenuProps) {
  const opened = useSignal<Choice["dialog"] | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const dialog = opened.value;
  function close() {
    // another one may be open by the time that the browser says of this one that it is closed
    if (opened.value !== dialog) return;
    opened.value = undefined;
    button.current?.focus();
  }
  return (
    <>
      <button ref={button} type="button" class="quiet" aria-label={appTexts.moreOf(of)} popovertarget={id}>
        {appTexts.more}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        class="menu"
        onToggle={() => placeBelow(menu.current, button.current)}
      >
        {choices.map(
          (choice) =>
            choice && (
              <button
                key={choice.text}
                type="button"
                class="quiet"
                onClick={() => {
                  menu.current?.hidePopover();
                  opened.value = choice.dialog;
                }}
              >
                {choice.text}
              </button>
            ),
        )}
      </div>
      {dialog?.(close)}
    </>
  );
}

/** Below the button, and within the window. */
export function placeBelow(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (!menu?.matches(":popover-open") || !button) return;
  const { left, right, bottom } = button.getBoundingClientRect();
  const begin = getComputedStyle(button).direction === "rtl" ? left : right - menu.offsetWidth;
  const most = { x: innerWidth - menu.offsetWidth - 8, y: innerHeight - menu.offsetHeight - 8 };
  menu.style.left = `${Math.max(8, Math.min(begin, most.x))}px`;
  menu.style.top = `${Math.max(8, Math.min(bottom + 4, most.y))}px`;
  menu.querySelector("button")?.focus();
}
