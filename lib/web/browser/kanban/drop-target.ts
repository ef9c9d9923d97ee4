/* Where a card would fall that is dragged over a board. */
import type { StackPlace } from "./stack-rows.ts";

export interface DropTarget {
  /** The key of the stack. */
  key: string;
  /** Beside which card; undefined for the end of the stack. */
  place: StackPlace;
  /** The head of the stack: its first place. */
  isHead: boolean;
  /** What is marked. */
  element: HTMLElement;
  mark: "before" | "after" | "in";
}

/** What is under a point of the window; undefined beside all stacks. */
export function findDropTarget(x: number, y: number): DropTarget | undefined {
  const under = document.elementFromPoint(x, y);
  const stack = under?.closest<HTMLElement>("[data-stack]");
  const key = stack?.dataset["stack"];
  if (!under || !stack || key === undefined) return undefined;
  const card = under.closest<HTMLElement>("li[data-record]");
  const anchorId = card?.dataset["record"];
  if (!card || anchorId === undefined)
    return { key, place: undefined, isHead: under.closest("header") !== null, element: stack, mark: "in" };
  const { top, height } = card.getBoundingClientRect();
  const position = y < top + height / 2 ? "before" : "after";
  return { key, place: { anchorId, position }, isHead: false, element: card, mark: position };
}

let marked: HTMLElement | undefined;

/** Marks where a card would fall, and nothing else. */
export function markTarget(target: DropTarget | undefined): void {
  if (marked) delete marked.dataset["drop"];
  marked = target?.element;
  if (target) target.element.dataset["drop"] = target.mark;
}
