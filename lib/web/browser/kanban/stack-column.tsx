/* A stack: its head, and its cards. It is read when it comes into view. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { colorOf } from "../cells/colors.ts";
import type { Stack } from "./stacks.ts";
import { kanbanTexts } from "./texts.ts";

interface StackColumnProps {
  stack: Stack;
  count: number;
  isFolded: boolean;
  fold: () => void;
  /** Makes a record in it; undefined if the person may not. */
  add: (() => void) | undefined;
  /** The cards. */
  children: () => ComponentChildren;
}

export function StackColumn({ stack, count, isFolded, fold, add, children }: StackColumnProps) {
  const { key, text, color } = stack;
  const section = useRef<HTMLElement>(null);
  const isSeen = useSignal(false);
  const id = useId();
  useEffect(() => {
    if (!section.current) return;
    const watching = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) isSeen.value = true;
      },
      { rootMargin: "600px" },
    );
    watching.observe(section.current);
    return () => watching.disconnect();
  }, []);
  const paint = (chip: HTMLElement | null) => {
    if (chip) chip.style.backgroundColor = color ? colorOf(color) : "";
  };
  return (
    <section ref={section} class={isFolded ? "stack folded" : "stack"} data-stack={key} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <span class="chip" ref={paint}>
            {text}
          </span>{" "}
          <span class="note">{count}</span>
        </h2>
        {add && !isFolded && (
          <button type="button" class="quiet" aria-label={kanbanTexts.addTo(text)} onClick={add}>
            +
          </button>
        )}
        <button
          type="button"
          class="quiet"
          aria-expanded={!isFolded}
          aria-label={isFolded ? kanbanTexts.unfold(text) : kanbanTexts.fold(text)}
          onClick={fold}
        >
          {isFolded ? "»" : "«"}
        </button>
      </header>
      {isSeen.value && !isFolded && children()}
    </section>
  );
}
