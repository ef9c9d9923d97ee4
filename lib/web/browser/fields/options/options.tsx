/* The options of a type. */
import type { ComponentType } from "preact";
import { LateFormula } from "../formula/late-formula.ts";
import { ChoicesOptions } from "./choices-options.tsx";
import { DateOptions } from "./date-options.tsx";
import { LinkOptions } from "./link-options.tsx";
import { LookupOptions } from "./lookup-options.tsx";
import { NumberOptions } from "./number-options.tsx";
import type { OptionsProps } from "./options-props.ts";
import { ButtonOptions, CheckboxOptions, RatingOptions, UserOptions } from "./simple-options.tsx";
import { TextOptions } from "./text-options.tsx";

const ofKinds: { [kind: string]: ComponentType<OptionsProps> | undefined } = {
  singleLineText: TextOptions,
  longText: TextOptions,
  number: NumberOptions,
  date: DateOptions,
  createdTime: DateOptions,
  lastModifiedTime: DateOptions,
  singleSelect: ChoicesOptions,
  multipleSelect: ChoicesOptions,
  checkbox: CheckboxOptions,
  rating: RatingOptions,
  user: UserOptions,
  button: ButtonOptions,
  link: LinkOptions,
  lookup: LookupOptions,
  rollup: LookupOptions,
  count: LookupOptions,
  formula: LateFormula,
};

/** What can be set for fields of the draft's kind; nothing for a kind without options. */
export function KindOptions(props: OptionsProps) {
  const Options = ofKinds[props.draft.kind];
  return Options ? <Options {...props} /> : null;
}
