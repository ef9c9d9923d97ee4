/* The headers of groups in the page: made once, and used again for other groups as it is scrolled. */
import type { Field } from "#lib/schemas/tables/field";
import { cellText } from "../cells/cell-text.ts";
import { paintCell } from "../cells/paint.ts";
import { makeElement } from "../grid/lines.ts";
import type { GroupHead } from "../grid/row-layout.ts";
import { groupTexts } from "./texts.ts";

interface GroupLine {
  element: HTMLElement;
  cell: HTMLElement;
  button: HTMLElement;
  name: HTMLElement;
  value: HTMLElement;
  count: HTMLElement;
  head: GroupHead | undefined;
}

/** The fields by which it is grouped, the outermost first. */
export type GroupFields = readonly Field[];

export class GroupLines {
  readonly #sheet: HTMLElement;
  readonly #fields: GroupFields;
  readonly #lines = new Map<string, GroupLine>();
  readonly #free: GroupLine[] = [];

  /** `sheet` gets the lines. */
  constructor(sheet: HTMLElement, fields: GroupFields) {
    this.#sheet = sheet;
    this.#fields = fields;
  }

  /** Draws these headers, and no others. `place` is in pixels from the first line. */
  draw(shown: readonly { head: GroupHead; line: number; place: number }[]): void {
    const ids = new Set(shown.map(({ head }) => head.id));
    for (const [id, line] of this.#lines)
      if (!ids.has(id)) {
        this.#lines.delete(id);
        line.element.remove();
        this.#free.push(line);
      }
    for (const { head, line: at, place } of shown) {
      const line = this.#lines.get(head.id) ?? this.#take(head.id);
      line.element.style.transform = `translateY(${place}px)`;
      line.element.setAttribute("aria-rowindex", String(at + 2));
      if (line.head !== head) this.#fill(line, head);
    }
  }

  #take(id: string): GroupLine {
    const line = this.#free.pop() ?? makeGroupLine();
    this.#lines.set(id, line);
    this.#sheet.append(line.element);
    return line;
  }

  #fill(line: GroupLine, head: GroupHead): void {
    line.head = head;
    const field = this.#fields[head.depth];
    const text = field ? cellText(field, head.value) : "";
    line.element.style.setProperty("--depth", String(head.depth));
    line.button.setAttribute("aria-expanded", String(!head.isFolded));
    const value = text || groupTexts.empty;
    line.button.setAttribute("aria-label", groupTexts.nameOf(field?.name ?? "", value, head.count));
    line.name.textContent = field?.name ?? "";
    if (field && text) paintCell(line.value, field, { value: head.value });
    else line.value.textContent = groupTexts.empty;
    line.count.textContent = String(head.count);
  }

  /** The group in whose header an element is. */
  groupAt(element: Element): GroupHead | undefined {
    for (const { element: line, head } of this.#lines.values()) if (line.contains(element)) return head;
    return undefined;
  }

  focus(id: string): void {
    this.#lines.get(id)?.button.focus({ preventScroll: true });
  }
}

function makeGroupLine(): GroupLine {
  const element = makeElement("line group", "row");
  const cell = makeElement("cell", "gridcell");
  cell.setAttribute("aria-colindex", "1");
  const button = document.createElement("button");
  button.type = "button";
  button.tabIndex = -1;
  const [name, value, count] = ["name", "value", "count"].map((className) => {
    const part = document.createElement("span");
    part.className = className;
    return part;
  });
  if (!name || !value || !count) throw new Error("a header has three parts");
  cell.append(button, name, value, count);
  element.append(cell);
  return { element, cell, button, name, value, count, head: undefined };
}
