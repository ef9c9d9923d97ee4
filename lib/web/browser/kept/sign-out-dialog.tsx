/* Signs out, and takes along what this browser keeps of the person's edits. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { callApi } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { readOwnId } from "../live/own-id.ts";
import { hasUnsent, isComment } from "./kept.ts";
import { forgetKept, listKept } from "./kept-edits.ts";
import { keptTexts } from "./texts.ts";

export function SignOutDialog({ close }: { close: () => void }) {
  const unsent = useSignal({ records: 0, comments: 0 });
  useEffect(() => {
    void readOwnId().then((userId) => {
      if (userId === undefined) return;
      const kept = listKept(userId).filter((each) => each !== undefined && hasUnsent(each));
      const comments = kept.filter((each) => each !== undefined && isComment(each)).length;
      unsent.value = { records: kept.length - comments, comments };
    });
  }, []);
  const { records, comments } = unsent.value;
  const loses = records + comments > 0;
  return (
    <FormDialog
      title={keptTexts.signOut}
      does={keptTexts.signOut}
      isDangerous={loses}
      act={async () => {
        const userId = await readOwnId();
        await callApi("POST", "/auth/signout", undefined, false);
        if (userId !== undefined) forgetKept(userId);
        location.assign("/auth/sign-in");
      }}
      close={close}
    >
      {() => <p>{loses ? keptTexts.signOutLoses(records, comments) : keptTexts.signOutHint}</p>}
    </FormDialog>
  );
}
