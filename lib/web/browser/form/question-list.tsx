/* The questions of a form, in an order that is changed by dragging, or by arrow keys on the handle of one. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { followPointer } from "../grid/pointer.ts";
import { QuestionCard } from "./question-card.tsx";
import { askedIn, movedTo, placeAt, type QuestionChange } from "./questions.ts";
import { formTexts } from "./texts.ts";

interface QuestionListProps {
  view: View;
  fields: readonly Field[];
  change: (fieldId: string, columnMeta: QuestionChange["columnMeta"]) => Promise<boolean>;
  /** Gives the questions this order; `done` is said then. */
  order: (asked: string[], done: string) => Promise<boolean>;
}

export function QuestionList({ view, fields, change, order }: QuestionListProps) {
  // an order that is not saved yet
  const wanted = useSignal<readonly string[] | undefined>(undefined);
  const target = useSignal<number | undefined>(undefined);
  const moving = useRef<string | undefined>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const known = askedIn(view, fields);
  const placeOf = ({ id }: Field) => wanted.value?.indexOf(id) ?? 0;
  const asked = known.toSorted((a, b) => placeOf(a) - placeOf(b));
  // the browser takes the focus from what is moved in the page
  useEffect(() => {
    if (moving.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-field="${moving.current}"]`)?.focus();
  });
  async function move(field: Field, to: number) {
    const ids: string[] = asked.map(({ id }) => id);
    const next = movedTo(ids, ids.indexOf(field.id), to);
    wanted.value = next;
    moving.current = field.id;
    await order(next, formTexts.movedTo(field.name, to + 1, ids.length));
    // a later move has an order of its own
    if (wanted.value !== next) return;
    wanted.value = undefined;
    requestAnimationFrame(() => (moving.current = undefined));
  }
  function drag(field: Field, from: number, pressed: PointerEvent) {
    if (pressed.button !== 0) return;
    const place = (clientY: number) => {
      const cards = [...(list.current?.children ?? [])].map((card) => card.getBoundingClientRect());
      return placeAt(
        cards.map(({ top, height }) => top + height / 2),
        from,
        clientY,
      );
    };
    let to = from;
    followPointer(pressed, {
      move: ({ clientY }) => {
        to = place(clientY);
        target.value = to;
      },
      end: (isDone) => {
        target.value = undefined;
        if (isDone && to !== from) void move(field, to);
      },
    });
  }
  return (
    <section>
      <h2>{formTexts.questions}</h2>
      {asked.length === 0 && <p>{formTexts.none}</p>}
      <ul ref={list} class="questions">
        {asked.map((field, place) => (
          <QuestionCard
            key={field.id}
            {...{ view, field, place }}
            all={asked.length}
            isTarget={target.value === place}
            change={(columnMeta) => change(field.id, columnMeta)}
            move={(to) => void move(field, to)}
            drag={(event) => drag(field, place, event)}
          />
        ))}
      </ul>
    </section>
  );
}
