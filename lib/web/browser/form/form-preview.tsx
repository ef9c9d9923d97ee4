/* A form as visitors see it. */
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { askedIn, isRequired, wordsOf } from "./questions.ts";
import { Sample } from "./sample.tsx";
import { formTexts } from "./texts.ts";

export function FormPreview({ view, fields }: { view: View; fields: readonly Field[] }) {
  const { coverUrl, logoUrl, submitLabel } = view.options ?? {};
  return (
    <div class="card">
      <Picture address={coverUrl} />
      <Picture address={logoUrl} />
      <h2>{view.name}</h2>
      {view.description && <p class="lines">{view.description}</p>}
      {askedIn(view, fields).map((field) => {
        const { question, help } = wordsOf(view, field);
        return (
          <fieldset key={field.id}>
            <legend>
              {question} {!isRequired(view, field) && <span class="note">{formTexts.optional}</span>}
            </legend>
            {help && <p class="note lines">{help}</p>}
            <Sample field={field} label={question} />
          </fieldset>
        );
      })}
      <button type="button" disabled>
        {typeof submitLabel === "string" && submitLabel ? submitLabel : formTexts.submit}
      </button>
    </div>
  );
}

/** The app shows pictures of this service only (its policy); others are named. */
function Picture({ address }: { address: unknown }) {
  if (typeof address !== "string" || !address) return null;
  const isOurs = URL.canParse(address) && new URL(address).origin === location.origin;
  return isOurs ? <img src={address} alt="" /> : <p class="note">{formTexts.pictureElsewhere(address)}</p>;
}
