/* The dialogs that make, rename, copy and delete a view. */
import { useId, useRef } from "preact/hooks";
import type { View, ViewTypeName } from "#lib/schemas/tables/view";
import { callApi } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { NameForm } from "../dialogs/name-form.tsx";
import { say } from "../notice.tsx";
import { restoreDeleted } from "../restore.ts";
import { openAddress } from "../router.ts";
import { appTexts } from "../texts.ts";
import { viewTexts, viewTypeTexts } from "./texts.ts";

export interface ViewDialogProps {
  asked: "create" | "rename" | "duplicate" | "delete";
  place: { baseId: string; tableId: string };
  views: readonly View[];
  view: View | undefined;
  refresh: () => Promise<void>;
  close: () => void;
}

export function ViewDialog({ asked, ...props }: ViewDialogProps) {
  const { place, view, refresh, close } = props;
  if (asked === "create") return <NewView {...props} />;
  if (!view) return null;
  const path = `/table/${place.tableId}/view/${view.id}`;
  if (asked === "delete") return <DeleteView {...props} view={view} />;
  const isRename = asked === "rename";
  async function act(name: string) {
    if (isRename) {
      await callApi("PUT", `${path}/name`, { name });
      await refresh();
    } else {
      const made = await callApi<View>("POST", `${path}/duplicate`);
      // the copy has a name already: another one is a second call
      if (name !== made.name)
        await callApi("PUT", `/table/${place.tableId}/view/${made.id}/name`, { name }).finally(refresh);
      else await refresh();
      openView(place, made);
    }
  }
  const title = isRename ? appTexts.renameOf(view.name) : viewTexts.duplicateOf(view.name);
  const name = isRename ? view.name : viewTexts.copyOf(view.name);
  const does = isRename ? appTexts.save : viewTexts.duplicate;
  return <NameForm title={title} name={name} does={does} act={act} close={close} />;
}

const openView = ({ baseId, tableId }: ViewDialogProps["place"], { id }: View) =>
  openAddress(`/app/${baseId}/${tableId}/${id}`);

/** A view of a plugin needs a plugin, which the app cannot choose yet. */
const made = ["grid", "kanban", "gallery", "calendar", "form"] as const satisfies ViewTypeName[];

function NewView({ place, refresh, close }: Omit<ViewDialogProps, "asked">) {
  const name = useRef<HTMLInputElement>(null);
  const type = useRef<HTMLSelectElement>(null);
  const id = useId();
  async function act() {
    const view = await callApi<View>("POST", `/table/${place.tableId}/view`, {
      name: name.current?.value.trim(),
      type: type.current?.value,
    });
    await refresh();
    openView(place, view);
  }
  return (
    <FormDialog title={viewTexts.newView} does={appTexts.create} act={act} close={close}>
      {() => (
        <>
          <label for={`${id}-name`}>{appTexts.name}</label>
          <input id={`${id}-name`} ref={name} type="text" required autocomplete="off" />
          <label for={`${id}-type`}>{viewTexts.type}</label>
          <select id={`${id}-type`} ref={type}>
            {made.map((each) => (
              <option key={each} value={each}>
                {viewTypeTexts[each]}
              </option>
            ))}
          </select>
        </>
      )}
    </FormDialog>
  );
}

function DeleteView({ place, views, view, refresh, close }: Omit<ViewDialogProps, "asked"> & { view: View }) {
  async function act() {
    await callApi("DELETE", `/table/${place.tableId}/view/${view.id}`);
    const next = views.find(({ id }) => id !== view.id);
    if (next) openView(place, next);
    await refresh();
    const undo = async () => {
      await restoreDeleted(place.tableId, view.id);
      await refresh();
    };
    say({ text: viewTexts.deleted(view.name), undo });
  }
  return (
    <FormDialog
      title={viewTexts.deleteOf(view.name)}
      does={appTexts.delete}
      isDangerous
      act={act}
      close={close}
    >
      {() => (
        <>
          <p>{viewTexts.deleteHint}</p>
          {view.enableShare && <p class="wrong">{viewTexts.shareEnds}</p>}
        </>
      )}
    </FormDialog>
  );
}
