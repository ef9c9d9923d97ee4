/* What was deleted here, and can be restored. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { TrashItem, TrashPage } from "#lib/schemas/tables/trash";
import { callApi, callPages, describeProblem } from "../call.ts";
import { Loaded } from "../loaded.tsx";
import { appTexts } from "../texts.ts";
import { closeModal, Modal } from "./modal.tsx";

interface TrashDialogProps {
  /** Which parts of the trash are shown: queries of the interface. */
  queries: string[];
  restored: () => Promise<void>;
  close: () => void;
}

export function TrashDialog({ queries, restored, close }: TrashDialogProps) {
  const body = useRef<HTMLDivElement>(null);
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
    <Modal title={appTexts.trash} close={close}>
      <div ref={body}>
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
        <div class="buttons">
          <button type="button" class="quiet" onClick={() => closeModal(body.current)}>
            {appTexts.close}
          </button>
        </div>
      </div>
    </Modal>
  );
}
