/* The dialog that shares a view: its address, what strangers see, what they may do, and the password. */
import { useEffect, useRef } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { viewTexts } from "../bars/texts.ts";
import { callApi, newCallKey } from "../call.ts";
import { closeModal, Modal } from "../dialogs/modal.tsx";
import { useSaving } from "../dialogs/saving.ts";
import { Loaded } from "../loaded.tsx";
import { appTexts } from "../texts.ts";
import { Confirmed } from "./confirmed.tsx";
import { CopyField } from "./copy-field.tsx";
import { ShareFrames } from "./share-frames.tsx";
import { changedMeta, type MetaChange, tellStrangers } from "./share-meta.ts";
import { PasswordPart } from "./share-password.tsx";
import { ShareSettings } from "./share-settings.tsx";
import { shareTexts } from "./texts.ts";

interface ShareDialogProps {
  tableId: string;
  view: View;
  /** Reads views and fields again. */
  refresh: () => Promise<void>;
  close: () => void;
}

export function ShareDialog({ tableId, view, refresh, close }: ShareDialogProps) {
  const { said, isBusy, run } = useSaving(refresh);
  const path = `/table/${tableId}/view/${view.id}`;
  // a share is changed and ended, not undone: its calls are no steps to take back
  const call = <Answer,>(method: string, below: string, body?: unknown) =>
    callApi<Answer>(method, path + below, body, newCallKey());
  const change = (wanted: MetaChange, done: string = shareTexts.saved) =>
    run(async () => {
      const { shareMeta } = await callApi<View>("GET", path);
      await call("PUT", "/share-meta", changedMeta(shareMeta, wanted));
    }, done);
  const isOn = view.enableShare === true && view.shareId !== undefined;
  const address = `${location.origin}/share/${view.shareId}`;
  return (
    <Modal title={viewTexts.shareOf(view.name)} isWide close={close}>
      <div class="share" aria-busy={isBusy}>
        {view.isLocked && <p class="note">{shareTexts.lockedHint}</p>}
        {isOn ? (
          <>
            <CopyField label={shareTexts.address} text={address} say={(text) => (said.value = text)} />
            <p>
              <a href={address} target="_blank" rel="noopener">
                {shareTexts.open}
              </a>
            </p>
            <Strangers path={path} tableId={tableId} view={view} />
            <fieldset disabled={view.isLocked}>
              <ShareSettings view={view} change={change} />
              <PasswordPart hasPassword={view.shareMeta?.password !== undefined} change={change} />
              <ShareFrames {...{ view, address, change }} say={(text) => (said.value = text)} />
              <div class="buttons">
                <Confirmed
                  text={shareTexts.refresh}
                  hint={shareTexts.refreshHint}
                  act={() => run(() => call("POST", "/refresh-share-id"), shareTexts.refreshed)}
                />
                <Confirmed
                  text={shareTexts.end}
                  hint={shareTexts.endHint}
                  act={() => run(() => call("POST", "/disable-share"), shareTexts.ended)}
                />
              </div>
            </fieldset>
          </>
        ) : (
          <Off view={view} start={() => void run(() => call("POST", "/enable-share"), shareTexts.started)} />
        )}
      </div>
      <p class={said.value.isWrong ? "wrong" : "note said"} role="status">
        {said.value.text}
      </p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={({ currentTarget }) => closeModal(currentTarget)}>
          {appTexts.close}
        </button>
      </div>
    </Modal>
  );
}

function Off({ view, start }: { view: View; start: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <p>{shareTexts.off}</p>
      <p>{shareTexts.offHint(view.type)}</p>
      <button ref={button} type="button" onClick={start}>
        {shareTexts.start}
      </button>
    </>
  );
}

/** What strangers see, by the fields that the server says the view shows. */
const Strangers = ({ path, tableId, view }: { path: string; tableId: string; view: View }) => (
  <section>
    <h3>{shareTexts.strangers}</h3>
    <Loaded
      of={`${path} ${view.lastModifiedTime}`}
      load={() => callApi<Field[]>("GET", `/table/${tableId}/field?viewId=${view.id}`)}
    >
      {(fields) => (
        <ul class="told">
          {tellStrangers(view, fields).map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </Loaded>
  </section>
);
