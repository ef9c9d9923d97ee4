/* Asks what is to become of edits that waited for more than a day. */
import { useRef } from "preact/hooks";
import { closeModal, Modal } from "../dialogs/modal.tsx";
import { appTexts } from "../texts.ts";
import type { OldEdits } from "./kept-edits.ts";
import { keptTexts } from "./texts.ts";

export function OldDialog({ count, since, answer, close }: OldEdits) {
  const buttons = useRef<HTMLDivElement>(null);
  const choose = (isSent: boolean) => {
    answer(isSent);
    closeModal(buttons.current);
  };
  return (
    <Modal title={keptTexts.oldTitle} close={close}>
      <p>{keptTexts.oldHint(count, appTexts.moment(new Date(since)))}</p>
      <div ref={buttons} class="buttons">
        <button type="button" onClick={() => choose(true)}>
          {keptTexts.sendOld}
        </button>
        <button type="button" class="danger" onClick={() => choose(false)}>
          {keptTexts.giveUpOld}
        </button>
        <button type="button" class="quiet" onClick={() => closeModal(buttons.current)}>
          {keptTexts.later}
        </button>
      </div>
    </Modal>
  );
}
