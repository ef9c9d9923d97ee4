/* A text field with a list of what it may mean: to choose one, or several. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { appTexts } from "../texts.ts";
import { colorOf } from "./colors.ts";
import { useEditorKeys } from "./editor-keys.ts";
import type { EditorProps } from "./editor-props.ts";
import { placeListBeside } from "./place-list.ts";
import { type Choosable, type Finding, useFound } from "./use-found.ts";

interface ComboboxProps extends Finding, Pick<EditorProps, "initial" | "done"> {
  label: string;
  takesSeveral: boolean;
  chosen: Choosable[];
  /** Chosen options stand first in the list. For those that `find` gives late, or not at all. */
  showsChosenFirst?: boolean;
  /** The value of the cell for what is chosen. */
  cellOf: (chosen: Choosable[]) => unknown;
}

const none = -1;

export function Combobox(props: ComboboxProps) {
  const { label, takesSeveral, initial, chosen, cellOf, done, showsChosenFirst = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const now = useSignal(chosen);
  const found = useFound(props);
  const { all, isLooking } = found;
  // the option that Enter chooses: without one it saves
  const at = useSignal(initial ? 0 : none);
  const text = useSignal(initial ?? "");
  /** Enter came before what was typed was found. */
  const isDue = useRef(false);

  async function look(isTyped = false) {
    isDue.current = false;
    const first = [...now.value, ...chosen.filter((each) => !isChosen(each))];
    await found.look(text.value.trim(), showsChosenFirst ? first : [], isTyped);
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
    // the list stays as it is while its options are ticked
    if (text.value === "") return;
    text.value = "";
    at.value = none;
    if (input.current) input.current.value = "";
    void look();
  }
  const keys = useEditorKeys(read, done, (event) => {
    const { key } = event;
    const option = all.value[at.value];
    const isEmpty = text.value === "";
    if (key === "ArrowDown" || key === "ArrowUp") {
      const last = all.value.length - 1;
      at.value = Math.max(0, Math.min(last, at.value + (key === "ArrowDown" ? 1 : -1)));
      if (at.value === last) void found.more();
    } else if (key === "Backspace" && isEmpty) {
      now.value = now.value.slice(0, -1);
      at.value = none;
    } else if (key === "Enter" && isLooking.value && !isEmpty) isDue.current = true;
    else if (key === "Enter" && option) {
      choose(option);
      // the first one is the only one
      if (!takesSeveral) return false;
    } else return false;
    event.preventDefault();
    return true;
  });
  useEffect(() => {
    if (isLooking.value || !isDue.current) return;
    isDue.current = false;
    const option = all.value[Math.max(0, at.value)];
    if (!option) return;
    choose(option);
    if (!takesSeveral) done("down", read());
  }, [isLooking.value]);
  useEffect(() => {
    list.current?.querySelector(".at")?.scrollIntoView({ block: "nearest" });
  }, [at.value]);
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
        aria-activedescendant={all.value[at.value] ? `${id}-${at.value}` : undefined}
        placeholder={takesSeveral ? "" : (now.value[0]?.text ?? "")}
        onKeyDown={keys.onKeyDown}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          at.value = text.value.trim() === "" ? none : 0;
          void look(true);
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
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (scrollTop + 2 * clientHeight > scrollHeight) void found.more();
        }}
      >
        {all.value.map((option, i) => (
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
        <ListNote
          problem={found.problem.value}
          isLooking={isLooking.value}
          isEmpty={all.value.length === 0}
        />
      </div>
    </div>
  );
}

/** What is said below the options. */
function ListNote({ problem, isLooking, isEmpty }: ListNoteProps) {
  if (problem !== "") return <p class="wrong">{problem}</p>;
  if (isLooking) return <p class="note">{appTexts.loading}</p>;
  return isEmpty ? <p class="note">{appTexts.nothingFound}</p> : null;
}

interface ListNoteProps {
  problem: string;
  isLooking: boolean;
  isEmpty: boolean;
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

/** Shows the list beside the text field. */
function place(input: HTMLElement | null, list: HTMLElement | null): void {
  if (!input || !list) return;
  list.showPopover();
  const rect = (input.closest(".editing") ?? input).getBoundingClientRect();
  list.style.left = `${Math.max(8, Math.min(rect.left, innerWidth - list.offsetWidth - 8))}px`;
  placeListBeside(list, rect, 220);
}
