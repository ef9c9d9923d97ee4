/* Texts: the default, and for one line what it is. */
import { SelectInput, TextInput } from "../inputs.tsx";
import { optionTexts } from "../texts.ts";
import { memberOf, type OptionsProps, pairs, textMember } from "./options-props.ts";

export const TextOptions = ({ draft: { kind, options }, setOptions }: OptionsProps) => (
  <>
    {kind === "singleLineText" && <TextShowAs value={options["showAs"]} setOptions={setOptions} />}
    <TextInput
      path="options.defaultValue"
      text={optionTexts.default}
      {...(kind === "longText" && { rows: 3 })}
      value={textMember(options, "defaultValue") ?? ""}
      change={(text) => setOptions({ defaultValue: text || undefined })}
    />
  </>
);

/** How a text is drawn. */
export const TextShowAs = ({ value, setOptions }: Pick<OptionsProps, "setOptions"> & { value: unknown }) => (
  <SelectInput
    path="options.showAs"
    text={optionTexts.showAs}
    value={String(memberOf(value, "type") ?? "")}
    choices={[["", optionTexts.none], ...pairs(optionTexts.textShowAs)]}
    change={(type) => setOptions({ showAs: type ? { type } : undefined })}
  />
);
