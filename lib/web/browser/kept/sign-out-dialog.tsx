/* Signs out, and takes along what this browser keeps of the person's edits. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { callApi } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { isUnsent } from "../grid/edits.ts";
import { readOwnId } from "../live/own-id.ts";
import { forgetKept, listKept } from "./kept-edits.ts";
import { keptTexts } from "./texts.ts";

export function SignOutDialog({ close }: { close: () => void }) {
  const unsent = useSignal(0);
  useEffect(() => {
    void readOwnId().then((userId) => {
      if (userId !== undefined)
        unsent.value = listKept(userId).filter((kept) => kept !== undefined && isUnsent(kept)).length;
    });
  }, []);
  return (
    <FormDialog
      title={keptTexts.signOut}
      does={keptTexts.signOut}
      isDangerous={unsent.value > 0}
      act={async () => {
        const userId = await readOwnId();
        await callApi("POST", "/auth/signout", undefined, false);
        if (userId !== undefined) forgetKept(userId);
        location.assign("/auth/sign-in");
      }}
      close={close}
    >
      {() => <p>{unsent.value > 0 ? keptTexts.signOutLoses(unsent.value) : keptTexts.signOutHint}</p>}
    </FormDialog>
  );
}
