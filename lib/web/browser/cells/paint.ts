/* Draws a cell: texts as texts, choices, people and linked records as chips. */
import type { Field } from "#lib/schemas/tables/field";
import type { FillMark } from "../ai/fill-marks.ts";
import { cellText } from "./cell-text.ts";
import { colorOf } from "./colors.ts";
import { cellElements, optionsOf } from "./field-options.ts";

export interface Painted {
  value: unknown;
  /** Absent: it is stored. */
  state?: "saving" | "waiting" | "refused" | FillMark["state"] | undefined;
  reason?: string | undefined;
}

type Painter = (element: HTMLElement, field: Field, value: unknown, height: number) => void;
const painters = new Map<string, Painter>();

/** From now on cells of a type are drawn by this, which the first rows did not wait for. */
export const addPainter = (type: string, painter: Painter): unknown => painters.set(type, painter);

/** Draws a value in an element. `height`: that of the row, in pixels. */
export function paintCell(
  element: HTMLElement,
  field: Field,
  { value, state, reason }: Painted,
  height = 36,
): void {
  element.dataset["state"] = state ?? "";
  if (reason) element.title = reason;
  else element.removeAttribute("title");
  if (state === "refused") element.setAttribute("aria-invalid", "true");
  else element.removeAttribute("aria-invalid");
  const painter = painters.get(field.type);
  if (painter) {
    painter(element, field, value, height);
    return;
  }
  const marks = marksOf(field, value);
  const chips = marks ?? chipsOf(field, value)?.map(makeChip);
  if (chips) element.replaceChildren(...chips);
  else element.textContent = textOf(field, value);
}

function textOf(field: Field, value: unknown): string {
  // what was typed and is not read yet
  if (typeof value === "string" && field.cellValueType === "dateTime" && Number.isNaN(Date.parse(value)))
    return value;
  return cellText(field, value);
}

/** Ticks and stars. */
function marksOf(field: Field, value: unknown): HTMLElement[] | undefined {
  if (field.type === "checkbox" && value === true) return [makeMark("tick", "✓")];
  if (field.type === "rating" && typeof value === "number" && value <= mostStars)
    return Array.from({ length: value }, () => makeMark("star", "★"));
  return undefined;
}

/** A rating has at most so many; what was typed and is not saved yet may be more. */
const mostStars = 10;

function makeMark(name: "tick" | "star", text: string): HTMLElement {
  const mark = document.createElement("span");
  mark.className = `mark ${name}`;
  mark.textContent = text;
  return mark;
}

interface Chip {
  text: string;
  color?: string | undefined;
}

function chipsOf(field: Field, value: unknown): Chip[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const isChoice = field.type === "singleSelect" || field.type === "multipleSelect";
  if (!isChoice && !["user", "link", "attachment", "createdBy", "lastModifiedBy"].includes(field.type))
    return undefined;
  const choices = optionsOf(field).choices;
  return cellElements(value).map((each) => {
    const text = cellText(field, each);
    const color = isChoice ? choices?.find(({ name }) => name === text)?.color : undefined;
    return { text, color };
  });
}

function makeChip({ text, color }: Chip): HTMLElement {
  const chip = document.createElement("span");
  chip.className = "chip";
  chip.textContent = text;
  if (color) chip.style.backgroundColor = colorOf(color);
  return chip;
}
