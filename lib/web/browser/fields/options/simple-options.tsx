/* Checkboxes, ratings, people and buttons. */
import { usePeople } from "../../bars/people.ts";
import { CheckInput, Labelled, NumberInput, SelectInput, TextInput } from "../inputs.tsx";
import { optionTexts } from "../texts.ts";
import { ColorInput } from "./color-input.tsx";
import { numberMember, type OptionsProps, pairs, textMember } from "./options-props.ts";

export const CheckboxOptions = ({ draft: { options }, setOptions }: OptionsProps) => (
  <CheckInput
    path="options.defaultValue"
    text={optionTexts.isOn}
    value={options["defaultValue"] === true}
    change={(isOn) => setOptions({ defaultValue: isOn || undefined })}
  />
);

export const RatingOptions = ({ draft: { options }, setOptions }: OptionsProps) => (
  <div class="beside">
    <SelectInput
      path="options.icon"
      text={optionTexts.icon}
      value={textMember(options, "icon") ?? "star"}
      choices={pairs(optionTexts.icons)}
      change={(icon) => setOptions({ icon })}
    />
    <SelectInput
      path="options.color"
      text={optionTexts.color}
      value={textMember(options, "color") ?? "yellowBright"}
      choices={pairs(optionTexts.ratingColors)}
      change={(color) => setOptions({ color })}
    />
    <SelectInput
      path="options.max"
      text={optionTexts.max}
      value={String(numberMember(options, "max") ?? 5)}
      choices={Array.from({ length: 10 }, (_, i) => [String(i + 1), String(i + 1)])}
      change={(max) => setOptions({ max: Number(max) })}
    />
  </div>
);

export function UserOptions({ baseId, draft: { options }, setOptions }: OptionsProps) {
  const people = usePeople(baseId);
  const isMultiple = options["isMultiple"] === true;
  const chosen = [options["defaultValue"] ?? []].flat().map(String);
  const known = [{ id: "me", name: optionTexts.me }, ...people];
  const left = chosen.filter((id) => !known.some((each) => each.id === id)).map((id) => ({ id, name: id }));
  const setDefault = (ids: string[]) =>
    setOptions({ defaultValue: ids.length === 0 ? undefined : isMultiple ? ids : ids[0] });
  return (
    <>
      <CheckInput
        path="options.isMultiple"
        text={optionTexts.isMultiple}
        value={isMultiple}
        change={(several) =>
          setOptions({
            isMultiple: several,
            defaultValue: chosen.length === 0 ? undefined : several ? chosen : chosen[0],
          })
        }
      />
      <CheckInput
        path="options.shouldNotify"
        text={optionTexts.shouldNotify}
        value={options["shouldNotify"] !== false}
        change={(shouldNotify) => setOptions({ shouldNotify })}
      />
      <Labelled path="options.defaultValue" text={optionTexts.default}>
        {(members) => (
          <select
            {...members}
            multiple={isMultiple}
            onChange={({ currentTarget: { selectedOptions } }) =>
              setDefault([...selectedOptions].flatMap(({ value }) => value || []))
            }
          >
            {!isMultiple && <option value="">{optionTexts.none}</option>}
            {[...known, ...left].map(({ id, name }) => (
              <option key={id} value={id} selected={chosen.includes(id)}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </>
  );
}

export const ButtonOptions = ({ draft: { options }, setOptions }: OptionsProps) => (
  <>
    <div class="beside">
      <TextInput
        path="options.label"
        text={optionTexts.label}
        isNeeded
        value={textMember(options, "label") ?? ""}
        change={(label) => setOptions({ label })}
      />
      <ColorInput
        path="options.color"
        text={optionTexts.color}
        value={textMember(options, "color") ?? "teal"}
        change={(color) => setOptions({ color })}
      />
    </div>
    <NumberInput
      path="options.maxCount"
      text={optionTexts.maxCount}
      hint={optionTexts.noLimit}
      least={1}
      value={numberMember(options, "maxCount")}
      change={(maxCount) => setOptions({ maxCount })}
    />
    <CheckInput
      path="options.resetCount"
      text={optionTexts.resetCount}
      value={options["resetCount"] === true}
      change={(resetCount) => setOptions({ resetCount: resetCount || undefined })}
    />
  </>
);
