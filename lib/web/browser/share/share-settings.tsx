/* What a share may do, as checkboxes. Each is written when it is changed. */
import type { View } from "#lib/schemas/tables/view";
import { SavedCheck } from "../dialogs/saved-check.tsx";
import type { MetaChange } from "./share-meta.ts";
import { shareTexts } from "./texts.ts";

interface ShareSettingsProps {
  view: View;
  change: (wanted: MetaChange) => Promise<boolean>;
}

export function ShareSettings({ view, change }: ShareSettingsProps) {
  const { includeRecords, includeHiddenField, allowCopy, submit } = view.shareMeta ?? {};
  const isForm = view.type === "form";
  const settings: [text: string, isOn: boolean | undefined, change: (isOn: boolean) => MetaChange][] = [
    ...(isForm
      ? ([
          [shareTexts.answers, submit?.allow, (allow) => ({ submit: { allow } })],
          [shareTexts.signIn, submit?.requireLogin, (requireLogin) => ({ submit: { requireLogin } })],
        ] satisfies typeof settings)
      : []),
    // a form shows no records, unless a program made it so
    ...(!isForm || includeRecords
      ? ([
          [shareTexts.records, includeRecords, (isOn) => ({ includeRecords: isOn })],
        ] satisfies typeof settings)
      : []),
    ...(isForm
      ? []
      : ([
          [shareTexts.hiddenFields, includeHiddenField, (isOn) => ({ includeHiddenField: isOn })],
          [shareTexts.copying, allowCopy, (isOn) => ({ allowCopy: isOn })],
        ] satisfies typeof settings)),
  ];
  return (
    <fieldset>
      <legend>{shareTexts.settings}</legend>
      {settings.map(([text, isOn = false, changeOf]) => (
        <SavedCheck key={text} text={text} isOn={isOn} set={(checked) => change(changeOf(checked))} />
      ))}
    </fieldset>
  );
}
