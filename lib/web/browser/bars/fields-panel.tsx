/* Which fields a grid shows. */
import { useSignal } from "@preact/signals";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { ForWhom } from "./for-whom.tsx";
import type { PanelProps } from "./panel-props.ts";
import { barTexts } from "./texts.ts";

export function FieldsPanel({ view, fields, isKept, change, close }: PanelProps) {
  const isLeftOut = (id: string) => view.columnMeta[id]?.hidden === true;
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
    const changed = listed.filter(({ id }) => draft.value.has(id) !== isLeftOut(id));
    return change({ hidden: Object.fromEntries(changed.map(({ id }) => [id, draft.value.has(id)])) });
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
