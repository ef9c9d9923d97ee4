/* Numbers: how they are written and drawn, and the default. */
import { CheckInput, NumberInput, SelectInput, TextInput } from "../inputs.tsx";
import { optionTexts } from "../texts.ts";
import { ColorInput } from "./color-input.tsx";
import { memberOf, numberMember, type OptionsProps, pairs, textMember } from "./options-props.ts";

export const NumberOptions = ({ draft: { options }, setOptions }: OptionsProps) => (
  <>
    <NumberFormat options={options} setOptions={setOptions} />
    <NumberInput
      path="options.defaultValue"
      text={optionTexts.default}
      value={numberMember(options, "defaultValue")}
      change={(number) => setOptions({ defaultValue: number })}
    />
  </>
);

type FormatProps = Pick<OptionsProps, "setOptions"> & { options: OptionsProps["draft"]["options"] };

/** How a number is written, and whether it is drawn as a bar or ring. */
export function NumberFormat({ options, setOptions }: FormatProps) {
  const { formatting, showAs } = options;
  const type = textMember(formatting, "type") ?? "decimal";
  const precision = numberMember(formatting, "precision") ?? 2;
  const symbol = textMember(formatting, "symbol") ?? "€";
  const format = (change: object) => {
    const { type: is, ...more } = { type, precision, symbol, ...change };
    const { symbol: _, ...rest } = more;
    setOptions({ formatting: { type: is, ...(is === "currency" ? more : rest) } });
  };
  const drawn = textMember(showAs, "type") ?? "";
  const shown = { type: drawn, color: "tealBright", showValue: true, maxValue: 100, ...(showAs ?? {}) };
  const draw = (change: object) => setOptions({ showAs: { ...shown, ...change } });
  return (
    <>
      <div class="beside">
        <SelectInput
          path="options.formatting"
          text={optionTexts.format}
          value={type}
          choices={pairs(optionTexts.formats)}
          change={(chosen) => format({ type: chosen })}
        />
        <SelectInput
          path="options.formatting.precision"
          text={optionTexts.precision}
          value={String(precision)}
          choices={["0", "1", "2", "3", "4", "5"].map((each) => [each, each])}
          change={(chosen) => format({ precision: Number(chosen) })}
        />
        {type === "currency" && (
          <TextInput
            path="options.formatting.symbol"
            text={optionTexts.symbol}
            value={symbol}
            change={(chosen) => format({ symbol: chosen })}
          />
        )}
      </div>
      <div class="beside">
        <SelectInput
          path="options.showAs"
          text={optionTexts.showAs}
          value={drawn}
          choices={[["", optionTexts.none], ...pairs(optionTexts.numberShowAs)]}
          change={(chosen) => (chosen ? draw({ type: chosen }) : setOptions({ showAs: undefined }))}
        />
        {drawn !== "" && (
          <>
            <NumberInput
              path="options.showAs.maxValue"
              text={optionTexts.full}
              value={shown.maxValue}
              isNeeded
              change={(maxValue) => draw({ maxValue: maxValue ?? 100 })}
            />
            <ColorInput
              path="options.showAs.color"
              text={optionTexts.color}
              value={String(memberOf(shown, "color"))}
              change={(color) => draw({ color })}
            />
          </>
        )}
      </div>
      {drawn !== "" && (
        <CheckInput
          path="options.showAs.showValue"
          text={optionTexts.showValue}
          value={shown.showValue}
          change={(showValue) => draw({ showValue })}
        />
      )}
    </>
  );
}
