/* The fields that a form does not ask for: those that it can, and why it cannot ask for the others. */
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { notAsked, whyNever } from "./questions.ts";
import { formTexts } from "./texts.ts";

interface OtherFieldsProps {
  view: View;
  fields: readonly Field[];
  ask: (id: string) => void;
}

export function OtherFields({ view, fields, ask }: OtherFieldsProps) {
  const { can, never } = notAsked(view, fields);
  return (
    <>
      {can.length > 0 && (
        <section>
          <h2>{formTexts.others}</h2>
          <ul class="rows">
            {can.map(({ id, name, type }) => (
              <li key={id}>
                <span class="who">
                  {name}
                  {(type === "link" || type === "user" || type === "attachment") && (
                    <span class="note">{formTexts.shows[type]}</span>
                  )}
                </span>
                <button
                  type="button"
                  class="quiet"
                  aria-label={formTexts.askOf(name)}
                  onClick={() => ask(id)}
                >
                  {formTexts.ask}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {never.length > 0 && (
        <section>
          <h2>{formTexts.cannot}</h2>
          <ul class="rows">
            {never.map((field) => (
              <li key={field.id}>
                <span class="who">
                  {field.name}
                  <span class="note">{whyNever(field)}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
