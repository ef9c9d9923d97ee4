/* What was deleted here, and can be restored. */
import { useSignal } from "@preact/signals";
import type { TrashItem, TrashPage } from "#lib/schemas/tables/trash";
import { callApi, callPages, describeProblem } from "../call.ts";
import { Loaded } from "../loaded.tsx";
import { appTexts } from "../texts.ts";
import { ModalWithClose } from "./modal.tsx";

interface TrashDialogProps {
  /** Which parts of the trash are shown: queries of the interface. */
  queries: string[];
  restored: () => Promise<void>;
  close: () => void;
}

export function TrashDialog({ queries, restored, close }: TrashDialogProps) {
  const problem = useSignal("");
  const load = async () => {
    const parts = await Promise.all(
      queries.map((query) => callPages(`/trash?${query}`, ({ trashItems }: TrashPage) => trashItems)),
    );
    return parts.flat().sort((one, other) => (one.deletedTime < other.deletedTime ? 1 : -1));
  };
  async function restore({ id }: TrashItem, reload: () => Promise<void>) {
    problem.value = "";
    try {
      await callApi("POST", `/trash/restore/${id}`);
    } catch (error) {
      problem.value = describeProblem(error);
    }
    await Promise.all([reload(), restored()]);
  }
  return (
    <ModalWithClose title={appTexts.trash} close={close}>
      <p class="note">{appTexts.trashHint}</p>
      <Loaded of={queries.join()} load={load}>
        {(items, reload) => (
          <>
            {items.length === 0 && <p>{appTexts.noTrash}</p>}
            <ul class="rows">
              {items.map((item) => (
                <li key={item.id}>
                  <span class="who">
                    {item.name}
                    <span class="note">
                      {appTexts.deletedAt(appTexts.kinds[item.resourceType], new Date(item.deletedTime))}
                    </span>
                  </span>
                  <button
                    type="button"
                    class="quiet"
                    aria-label={appTexts.restoreOf(item.name)}
                    onClick={() => void restore(item, reload)}
                  >
                    {appTexts.restore}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <p class="wrong" aria-live="polite">
        {problem}
      </p>
    </ModalWithClose>
  );
}
