/* How computed cells are shown, by the kind of their values. */
import type { ResultKind } from "../formula/kinds-of-cells.ts";
import { DateFormat } from "./date-options.tsx";
import { NumberFormat } from "./number-options.tsx";
import type { OptionsProps } from "./options-props.ts";
import { TextShowAs } from "./text-options.tsx";

interface ResultFormatProps extends Pick<OptionsProps, "setOptions"> {
  kind: ResultKind;
  options: OptionsProps["draft"]["options"];
}

export function ResultFormat({ kind, options, setOptions }: ResultFormatProps) {
  if (kind === "number") return <NumberFormat options={options} setOptions={setOptions} />;
  if (kind === "date") return <DateFormat options={options} setOptions={setOptions} />;
  return kind === "text" ? <TextShowAs value={options["showAs"]} setOptions={setOptions} /> : null;
}
