/* A button with a menu: a small dialog of buttons below it, which a click beside it closes. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

export interface MenuItem {
  text: string;
  act: () => void;
}

interface MenuProps {
  title: string;
  items: readonly MenuItem[];
  /** The menu lies below this. */
  below: Element;
  close: () => void;
}

/** The menu itself, shown for as long as it is in the page. */
export function Menu({ title, items, below, close }: MenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const menu = dialog.current;
    if (!menu) return;
    menu.showModal();
    menu.addEventListener("click", ({ target }) => target === menu && menu.close());
    const { left, bottom } = below.getBoundingClientRect();
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - height - 8))}px`;
  }, []);
  function choose({ act }: MenuItem) {
    // first, so that the focus is back where it was when the next dialog opens
    dialog.current?.close();
    act();
  }
  return (
    <dialog ref={dialog} class="menu" aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.text}>
            <button type="button" class="quiet" onClick={() => choose(item)}>
              {item.text}
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  );
}

interface MenuButtonProps {
  title: string;
  items: readonly MenuItem[];
  children: ComponentChildren;
}

export function MenuButton({ title, items, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = useSignal(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-label={title}
        aria-haspopup="dialog"
        onClick={() => (isOpen.value = true)}
      >
        {children}
      </button>
      {isOpen.value && button.current && (
        <Menu title={title} items={items} below={button.current} close={() => (isOpen.value = false)} />
      )}
    </>
  );
}
