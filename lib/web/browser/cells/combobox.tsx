/* A text field with a list of what it may mean: to choose one, or several. */
import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { appTexts } from "../texts.ts";
import { colorOf } from "./colors.ts";
import { useEditorKeys } from "./editor-keys.ts";
import type { EditorProps } from "./editor-props.ts";

export interface Choosable {
  id: string;
  text: string;
  color?: string | undefined;
}

interface ComboboxProps extends Pick<EditorProps, "initial" | "done"> {
  label: string;
  takesSeveral: boolean;
  chosen: Choosable[];
  /** What matches a text, at most as many as are worth a look. */
  find: (text: string) => Choosable[] | Promise<Choosable[]>;
  /** An option for a text that is none yet; absent if there can be none. */
  make?: ((text: string) => Choosable) | undefined;
  /** The value of the cell for what is chosen. */
  cellOf: (chosen: Choosable[]) => unknown;
}

export function Combobox({ label, takesSeveral, initial, chosen, find, make, cellOf, done }: ComboboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const now = useSignal(chosen);
  const found = useSignal<Choosable[]>([]);
  const at = useSignal(0);
  const text = useSignal(initial ?? "");
  const asked = useRef(0);

  async function look() {
    const turn = ++asked.current;
    const query = text.value.trim();
    const options = await find(query);
    // an earlier answer may come later
    if (turn !== asked.current) return;
    const isKnown = options.some((each) => each.text.toLowerCase() === query.toLowerCase());
    found.value = make && query !== "" && !isKnown ? [...options, make(query)] : options;
    at.value = Math.min(at.value, Math.max(0, found.value.length - 1));
  }
  const read = () => {
    const isSame = now.value.map((each) => each.id).join() === chosen.map((each) => each.id).join();
    return isSame ? undefined : { value: cellOf(now.value) };
  };
  const isChosen = (option: Choosable) => now.value.some((each) => each.id === option.id);
  function choose(option: Choosable) {
    if (!takesSeveral) now.value = [option];
    else if (isChosen(option)) now.value = now.value.filter((each) => each.id !== option.id);
    else now.value = [...now.value, option];
    text.value = "";
    if (input.current) input.current.value = "";
    void look();
  }
  const keys = useEditorKeys(read, done, (event) => {
    const { key } = event;
    const option = found.value[at.value];
    const isEmpty = text.value === "";
    if (key === "ArrowDown" || key === "ArrowUp") {
      const last = found.value.length - 1;
      at.value = Math.max(0, Math.min(last, at.value + (key === "ArrowDown" ? 1 : -1)));
    } else if (key === "Backspace" && isEmpty) now.value = now.value.slice(0, -1);
    else if (key === "Enter" && option) {
      choose(option);
      // the first one is the only one
      if (!takesSeveral) return false;
    } else return false;
    event.preventDefault();
    return true;
  });
  useLayoutEffect(() => {
    if (input.current) {
      input.current.value = text.value;
      input.current.focus();
    }
    place(input.current, list.current);
    void look();
  }, []);
  return (
    <div class="editor choosing" onFocusOut={keys.onBlur}>
      {takesSeveral && now.value.map((each) => <Chip key={each.id} option={each} />)}
      <input
        ref={input}
        type="text"
        role="combobox"
        autocomplete="off"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.value.length > 0 ? `${id}-${at.value}` : undefined}
        placeholder={takesSeveral ? "" : (now.value[0]?.text ?? "")}
        onKeyDown={keys.onKeyDown}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          at.value = 0;
          void look();
        }}
      />
      <div
        ref={list}
        id={`${id}-list`}
        class="options"
        role="listbox"
        popover="manual"
        aria-label={label}
        aria-multiselectable={takesSeveral}
      >
        {found.value.map((option, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
          <div
            key={option.id}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(option)}
            class={i === at.value ? "at" : ""}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              choose(option);
              if (!takesSeveral) done("stay", read());
            }}
          >
            <Chip option={option} />
          </div>
        ))}
        {found.value.length === 0 && <p class="note">{appTexts.nothingFound}</p>}
      </div>
    </div>
  );
}

function Chip({ option: { text, color } }: { option: Choosable }) {
  return (
    <span
      class="chip"
      ref={(element) => {
        if (element && color) element.style.backgroundColor = colorOf(color);
      }}
    >
      {text}
    </span>
  );
}

/** Shows the list below the text field, or above where there is more room. */
function place(input: HTMLElement | null, list: HTMLElement | null): void {
  if (!input || !list) return;
  list.showPopover();
  const { bottom, top, left } = (input.closest(".editing") ?? input).getBoundingClientRect();
  const isBelow = innerHeight - bottom > 220 || innerHeight - bottom > top;
  list.style.left = `${Math.max(8, Math.min(left, innerWidth - list.offsetWidth - 8))}px`;
  if (isBelow) list.style.top = `${bottom}px`;
  else list.style.bottom = `${innerHeight - top}px`;
}
