/* An input as the public page of a form has it, for its preview (lib/pages/share has the page). */
import type { Field } from "#lib/schemas/tables/field";
import { optionsOf } from "../cells/field-options.ts";

/** With more choices a list is opened. */
const mostRadios = 6;

export function Sample({ field, label }: { field: Field; label: string }) {
  const { choices = [], max = 5, formatting } = optionsOf(field);
  const names = choices.map(({ name }) => name);
  const marks = Array.from({ length: max }, (_, i) => `${i + 1} ★`);
  switch (field.type) {
    case "longText":
      return <textarea rows={3} aria-label={label} />;
    case "checkbox":
      return <Boxes type="checkbox" name={field.id} names={[label]} />;
    case "multipleSelect":
      return <Boxes type="checkbox" name={field.id} names={names} />;
    case "rating":
      return <Boxes type="radio" name={field.id} names={marks} />;
    case "singleSelect":
      return names.length <= mostRadios ? (
        <Boxes type="radio" name={field.id} names={names} />
      ) : (
        <select aria-label={label}>
          <option />
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      );
    case "link":
    case "user":
      return (
        <select aria-label={label}>
          <option />
        </select>
      );
    case "attachment":
      return <input type="file" multiple aria-label={label} />;
    case "date": {
      const hasTime = formatting?.time !== undefined && formatting.time !== "None";
      return <input type={hasTime ? "datetime-local" : "date"} aria-label={label} />;
    }
    case "number":
      return <input type="text" inputMode="decimal" aria-label={label} />;
    default:
      return <input type="text" aria-label={label} />;
  }
}

const Boxes = ({ type, name, names }: { type: "radio" | "checkbox"; name: string; names: string[] }) => (
  <>
    {names.map((each) => (
      <label key={each} class="check">
        <input type={type} name={name} />
        {each}
      </label>
    ))}
  </>
);
