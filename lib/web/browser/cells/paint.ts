/* Draws a cell: texts as texts, choices, people and linked records as chips. */
import type { Field } from "#lib/schemas/tables/field";
import { cellText } from "./cell-text.ts";
import { colorOf } from "./colors.ts";
import { cellElements, optionsOf } from "./field-options.ts";

export interface Painted {
  value: unknown;
  /** Absent: it is stored. */
  state?: "saving" | "waiting" | "refused" | undefined;
  reason?: string | undefined;
}

/** Draws a value in an element. */
export function paintCell(element: HTMLElement, field: Field, { value, state, reason }: Painted): void {
  element.dataset["state"] = state ?? "";
  if (reason) element.title = reason;
  else element.removeAttribute("title");
  if (state === "refused") element.setAttribute("aria-invalid", "true");
  else element.removeAttribute("aria-invalid");
  const chips = chipsOf(field, value);
  if (chips) element.replaceChildren(...chips.map(makeChip));
  else element.textContent = textOf(field, value);
}

function textOf(field: Field, value: unknown): string {
  if (field.type === "rating" && typeof value === "number") return "★".repeat(value);
  // what was typed and is not read yet
  if (typeof value === "string" && field.cellValueType === "dateTime" && Number.isNaN(Date.parse(value)))
    return value;
  return cellText(field, value);
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
