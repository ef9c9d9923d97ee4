/* The list of types: in groups, with a sentence about each, and found by words. */
import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { placeWide } from "../cells/place-list.ts";
import { findKinds, nameOfKind, placeOfBest } from "./find-kinds.ts";
import { fieldTexts, kindGroupTexts, kindTexts } from "./texts.ts";

interface TypePickerProps {
  id: string;
  value: string;
  choose: (kind: string) => void;
  /** Kinds that are not offered. */
  without: readonly string[];
  isWrong: boolean;
  describedBy: string | undefined;
}

export function TypePicker({ id, value, choose, without, isWrong, describedBy }: TypePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const isOpen = useSignal(false);
  const query = useSignal("");
  const at = useSignal(0);
  const groups = isOpen.value ? findKinds(query.value, without) : [];
  const found = groups.flatMap(([, kinds]) => kinds);
  const active = found[at.value];
  function open() {
    if (isOpen.value) return;
    query.value = "";
    isOpen.value = true;
    const all: readonly string[] = findKinds("", without).flatMap(([, kinds]) => kinds);
    at.value = Math.max(0, all.indexOf(value));
    input.current?.select();
  }
  function close() {
    isOpen.value = false;
    if (input.current) input.current.value = nameOfKind(value);
  }
  function take(kind: string) {
    isOpen.value = false;
    if (input.current) input.current.value = nameOfKind(kind);
    if (kind !== value) choose(kind);
  }
  function press(event: KeyboardEvent) {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : -1;
      if (isOpen.value) at.value = Math.max(0, Math.min(found.length - 1, at.value + step));
      else open();
    } else if (!isOpen.value) {
      if (key !== "Enter") return;
      open();
    } else if (key === "Enter") {
      if (active) take(active);
    } else if (key === "Escape") close();
    else return;
    event.preventDefault();
  }
  useLayoutEffect(() => {
    if (input.current) input.current.value = nameOfKind(value);
  }, [value]);
  useLayoutEffect(() => {
    if (!isOpen.value || !input.current || !list.current) return;
    list.current.showPopover();
    placeWide(list.current, input.current, { enough: 288, most: 420 });
  }, [isOpen.value]);
  useLayoutEffect(() => {
    list.current?.querySelector(".at")?.scrollIntoView({ block: "nearest" });
  }, [isOpen.value, at.value, query.value]);
  return (
    <>
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        data-path="type"
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        aria-expanded={isOpen.value}
        aria-controls={listId}
        aria-activedescendant={active && `${listId}-${active}`}
        onClick={open}
        onKeyDown={press}
        onBlur={close}
        onInput={({ currentTarget }) => {
          isOpen.value = true;
          query.value = currentTarget.value.trim();
          at.value = placeOfBest(query.value, without);
        }}
      />
      <div
        ref={list}
        id={listId}
        class="options types"
        role="listbox"
        popover="manual"
        aria-label={fieldTexts.type}
        hidden={!isOpen.value}
        // the text field keeps the focus
        onPointerDown={(event) => event.preventDefault()}
      >
        {groups.map(([group, kinds]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <p id={`${listId}-${group}`} class="note" role="presentation">
              {kindGroupTexts[group]}
            </p>
            {kinds.map((kind) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
              <div
                key={kind}
                id={`${listId}-${kind}`}
                role="option"
                tabIndex={-1}
                aria-selected={kind === value}
                class={kind === active ? "at" : ""}
                onClick={() => take(kind)}
              >
                {kindTexts[kind][0]}
                <span class="note">{kindTexts[kind][1]}</span>
              </div>
            ))}
          </div>
        ))}
        {groups.length === 0 && <p class="note">{fieldTexts.noType}</p>}
      </div>
    </>
  );
}
