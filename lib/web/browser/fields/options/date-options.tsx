/* Dates: how they are written, in which time zone, and the default. */
import { useState } from "preact/hooks";
import { CheckInput, Labelled, SelectInput, TextInput } from "../inputs.tsx";
import { optionTexts } from "../texts.ts";
import { type OptionsProps, pairs, textMember } from "./options-props.ts";

/** Patterns with an example of each. */
const patterns: readonly (readonly [string, string])[] = [
  ["YYYY-MM-DD", "2026-11-29"],
  ["DD.MM.YYYY", "29.11.2026"],
  ["DD/MM/YYYY", "29/11/2026"],
  ["MM/DD/YYYY", "11/29/2026"],
  ["D MMMM YYYY", "29 November 2026"],
  ["MMMM D, YYYY", "November 29, 2026"],
  ["MMM YYYY", "Nov 2026"],
  ["YYYY", "2026"],
];

/** All that the browser knows, with UTC first. */
const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

type FormatProps = Pick<OptionsProps, "setOptions"> & { options: OptionsProps["draft"]["options"] };

export function DateFormat({ options, setOptions }: FormatProps) {
  const { formatting } = options;
  const now = {
    date: textMember(formatting, "date") ?? "YYYY-MM-DD",
    time: textMember(formatting, "time") ?? "None",
    timeZone: textMember(formatting, "timeZone") ?? "UTC",
  };
  const [isOwn, setOwn] = useState(!patterns.some(([pattern]) => pattern === now.date));
  const format = (change: object) => setOptions({ formatting: { ...now, ...change } });
  return (
    <>
      <div class="beside">
        <SelectInput
          path={isOwn ? "options.formatting" : "options.formatting.date"}
          text={optionTexts.date}
          value={isOwn ? "" : now.date}
          choices={[...patterns, ["", optionTexts.own]]}
          change={(pattern) => {
            setOwn(pattern === "");
            if (pattern !== "") format({ date: pattern });
          }}
        />
        <SelectInput
          path="options.formatting.time"
          text={optionTexts.time}
          value={now.time}
          choices={pairs(optionTexts.times)}
          change={(time) => format({ time })}
        />
      </div>
      {isOwn && (
        <TextInput
          path="options.formatting.date"
          text={optionTexts.pattern}
          hint={optionTexts.patternHint}
          isNeeded
          value={now.date}
          change={(date) => format({ date })}
        />
      )}
      <Labelled path="options.formatting.timeZone" text={optionTexts.timeZone}>
        {(members) => (
          <select
            {...members}
            value={now.timeZone}
            onChange={({ currentTarget }) => format({ timeZone: currentTarget.value })}
          >
            {(zones.includes(now.timeZone) ? zones : [now.timeZone, ...zones]).map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </>
  );
}

export const DateOptions = ({ draft: { kind, options }, setOptions }: OptionsProps) => (
  <>
    <DateFormat options={options} setOptions={setOptions} />
    {kind === "date" && (
      <CheckInput
        path="options.defaultValue"
        text={`${optionTexts.default}: ${optionTexts.now}`}
        value={options["defaultValue"] === "now"}
        change={(isNow) => setOptions({ defaultValue: isNow ? "now" : undefined })}
      />
    )}
  </>
);
