/* What the menus of spaces, bases and tables have in common. */
import { callApi } from "../call.ts";
import { appTexts } from "../texts.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { NameForm } from "./name-form.tsx";
import type { Choice } from "./opener.tsx";

interface Renamed {
  name: string;
  /** The call that gives it another name. */
  call: { method: string; path: string };
  renamed: () => Promise<void>;
}

export const renameChoice = ({ name, call: { method, path }, renamed }: Renamed): Choice => ({
  text: appTexts.rename,
  dialog: (close) => (
    <NameForm
      title={appTexts.renameOf(name)}
      name={name}
      does={appTexts.save}
      act={async (name) => {
        await callApi(method, path, { name });
        await renamed();
      }}
      close={close}
    />
  ),
});

export const deleteChoice = (of: Omit<Parameters<typeof DeleteDialog>[0], "close">): Choice => ({
  text: appTexts.delete,
  dialog: (close) => <DeleteDialog {...of} close={close} />,
});
