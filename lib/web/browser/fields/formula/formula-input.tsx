/* The text of a formula: completion at the caret, brackets in pairs, all by keys. */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import { placeWide } from "../../cells/place-list.ts";
import { kindOfField } from "../draft.ts";
import { nameOfKind } from "../find-kinds.ts";
import { Labelled } from "../inputs.tsx";
import { formulaTexts } from "../texts.ts";
import { completeWord, type EditedText, pairBy, type Word, wordAt } from "./editing-text.ts";
import { type Completion, findCompletions } from "./formula-words.ts";

interface FormulaInputProps {
  input: RefObject<HTMLTextAreaElement | null>;
  value: string;
  change: (text: string) => void;
  /** Fields that it may name. */
  fields: readonly Field[];
}

interface Offered {
  word: Word;
  found: Completion[];
}

const typeText = (field: Field): string => nameOfKind(kindOfField(field));

export function FormulaInput({ input, value, change, fields }: FormulaInputProps) {
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const offered = useSignal<Offered | undefined>(undefined);
  const at = useSignal(0);
  const found = offered.value?.found ?? [];

  /** Offers what can stand at the caret; `isAsked`: also where nothing was typed yet. */
  function look(isAsked = false) {
    const { current } = input;
    if (!current) return;
    const { selectionStart: caret, value: text } = current;
    const word =
      wordAt(text, caret) ?? (isAsked ? { kind: "function", text: "", from: caret, to: caret } : undefined);
    const completions = word ? findCompletions(word, fields, typeText) : [];
    const [only] = completions;
    // what is already there needs no offer
    const isThere = completions.length === 1 && only && word?.text === only.name && text[word.to] === "(";
    at.value = 0;
    offered.value =
      word && only && !isThere ? { word: { ...word, kind: only.kind }, found: completions } : undefined;
  }
  function take(completion: Completion) {
    const { current } = input;
    if (!current || !offered.value) return;
    apply(current, completeWord(current.value, offered.value.word, completion));
    offered.value = undefined;
  }
  function press(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event;
    const { current } = input;
    if (!current) return;
    if (key === " " && ctrlKey) look(true);
    else if (offered.value && (key === "ArrowDown" || key === "ArrowUp"))
      at.value = Math.max(0, Math.min(found.length - 1, at.value + (key === "ArrowDown" ? 1 : -1)));
    else if (offered.value && (key === "Enter" || key === "Tab")) {
      const chosen = found[at.value];
      if (chosen) take(chosen);
    } else if (offered.value && key === "Escape") offered.value = undefined;
    else {
      if (ctrlKey || metaKey || altKey || event.isComposing) return;
      const edited = pairBy(key, current.value, current.selectionStart, current.selectionEnd);
      if (!edited) return;
      apply(current, edited);
      look();
    }
    event.preventDefault();
  }
  useLayoutEffect(() => {
    if (!list.current || !input.current) return;
    if (!offered.value) return;
    if (!list.current.matches(":popover-open")) list.current.showPopover();
    placeWide(list.current, input.current, { enough: 220, most: 280 });
  }, [offered.value]);
  useLayoutEffect(() => {
    list.current?.querySelector(".at")?.scrollIntoView({ block: "nearest" });
  }, [at.value, offered.value]);
  return (
    <>
      <Labelled path="options.expression" text={formulaTexts.formula} hint={formulaTexts.hint}>
        {(members) => (
          <textarea
            {...members}
            ref={input}
            class="formula"
            rows={4}
            required
            spellcheck={false}
            value={value}
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={found.length > 0 ? `${listId}-${at.value}` : undefined}
            onKeyDown={press}
            onInput={({ currentTarget }) => {
              change(currentTarget.value);
              look();
            }}
            onClick={() => (offered.value = undefined)}
            onBlur={() => (offered.value = undefined)}
          />
        )}
      </Labelled>
      <div
        ref={list}
        id={listId}
        class="options types"
        role="listbox"
        popover="manual"
        aria-label={formulaTexts.completions}
        hidden={!offered.value}
        // the text keeps the focus
        onPointerDown={(event) => event.preventDefault()}
      >
        {found.map((each, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
          <div
            key={each.call}
            id={`${listId}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at.value}
            class={i === at.value ? "at" : ""}
            onClick={() => take(each)}
          >
            <code>{each.call}</code>
            <span class="note">{each.does}</span>
          </div>
        ))}
      </div>
    </>
  );
}

/** Changes the text as typing does, so that the browser's own undo takes it back. */
function apply(input: HTMLTextAreaElement, { text, start, end }: EditedText) {
  const { value } = input;
  if (text !== value) {
    let from = 0;
    while (from < text.length && from < value.length && text[from] === value[from]) from += 1;
    let same = 0;
    const most = Math.min(text.length, value.length) - from;
    while (same < most && text.at(-1 - same) === value.at(-1 - same)) same += 1;
    input.setSelectionRange(from, value.length - same);
    const inserted = text.slice(from, text.length - same);
    if (inserted === "") document.execCommand("delete");
    else document.execCommand("insertText", false, inserted);
  }
  input.setSelectionRange(start, end);
}

/** Puts a text at the caret; the caret stands so many characters before its end. */
export function insertText(input: HTMLTextAreaElement, added: string, back: number): void {
  input.focus();
  const { value, selectionStart, selectionEnd } = input;
  const caret = selectionStart + added.length - back;
  apply(input, {
    text: value.slice(0, selectionStart) + added + value.slice(selectionEnd),
    start: caret,
    end: caret,
  });
}
