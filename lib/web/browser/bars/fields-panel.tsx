/* Which fields a view shows. */
import { useSignal } from "@preact/signals";
import type { Field } from "#lib/schemas/tables/field";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { ForWhom } from "./for-whom.tsx";
import { hasCards, isLeftOutOf } from "./left-out.ts";
import type { PanelProps } from "./panel-props.ts";
import { barTexts } from "./texts.ts";

export function FieldsPanel({ view, fields, isKept, change, close }: PanelProps) {
  const isFieldLeftOut = isLeftOutOf(view);
  const isLeftOut = (id: string) => isFieldLeftOut({ id });
  // the server gives no cells of fields that the view hides, so a window of its own cannot show them
  const listed = fields.filter(({ id, isPrimary }) => !isPrimary && (isKept || !isLeftOut(id)));
  const draft = useSignal(new Set<string>(listed.filter(({ id }) => isLeftOut(id)).map(({ id }) => id)));
  const all = (hide: boolean) => () => {
    draft.value = new Set(hide ? listed.map(({ id }) => id) : []);
  };
  function show(id: string, isShown: boolean) {
    const next = new Set(draft.value);
    if (isShown) next.delete(id);
    else next.add(id);
    draft.value = next;
  }
  function act() {
    // a card shows those that are named, or all if none is: so all are named
    const changed = hasCards(view)
      ? fields
      : listed.filter(({ id }) => draft.value.has(id) !== isLeftOut(id));
    const isOut = (field: Field) =>
      listed.includes(field) ? draft.value.has(field.id) : isLeftOut(field.id);
    return change({ hidden: Object.fromEntries(changed.map((field) => [field.id, isOut(field)])) });
  }
  return (
    <FormDialog title={barTexts.titleOf.fields} does={barTexts.apply} act={act} close={close}>
      {() => (
        <>
          <ForWhom isKept={isKept} view={view} />
          <div class="buttons">
            <button type="button" class="quiet" onClick={all(false)}>
              {barTexts.showAll}
            </button>
            <button type="button" class="quiet" onClick={all(true)}>
              {barTexts.hideAll}
            </button>
          </div>
          <ul class="checks">
            {listed.map(({ id, name }) => (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={!draft.value.has(id)}
                    onChange={({ currentTarget }) => show(id, currentTarget.checked)}
                  />
                  {name}
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  );
}
