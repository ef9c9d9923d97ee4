/* The value of a condition, by the family of its field. */
import type { Operator } from "#lib/engine/field-types/shared/operators";
import { companions, dayModes, stretchModes } from "#lib/schemas/records/filter-dates";
import type { Field } from "#lib/schemas/tables/field";
import type { FilterDate, FilterItem } from "#lib/schemas/tables/filter";
import { familyOf, valueInputOf } from "./families.ts";
import { modeTexts } from "./filter-texts.ts";
import { isDate, ownZone } from "./filter-tree.ts";
import { usePeople } from "./people.ts";
import { barTexts } from "./texts.ts";

type Value = FilterItem["value"];

interface FilterValueProps {
  baseId: string;
  field: Field;
  operator: Operator;
  value: Value;
  set: (value: Value) => void;
}

export function FilterValue({ baseId, field, operator, value, set }: FilterValueProps) {
  const input = valueInputOf(familyOf(field), operator);
  const texts = Array.isArray(value) ? value.map(String) : [];
  const text = value === null || typeof value === "object" ? "" : String(value);
  switch (input) {
    case "none":
      return null;
    case "number":
      return (
        <input
          type="number"
          step="any"
          required
          aria-label={barTexts.value}
          value={text}
          onInput={({ currentTarget: { valueAsNumber } }) =>
            set(Number.isNaN(valueAsNumber) ? null : valueAsNumber)
          }
        />
      );
    case "boolean":
      return (
        <select
          aria-label={barTexts.value}
          value={value === true ? "true" : "false"}
          onChange={({ currentTarget }) => set(currentTarget.value === "true")}
        >
          <option value="true">{barTexts.checked}</option>
          <option value="false">{barTexts.unchecked}</option>
        </select>
      );
    case "day":
    case "stretch":
      return (
        <DateValue
          modes={input === "day" ? dayModes : stretchModes}
          value={isDate(value) ? value : undefined}
          set={set}
        />
      );
    case "choice":
    case "choices": {
      const options = choiceNames(field).map((name) => ({ value: name, text: name }));
      return input === "choice" ? (
        <One options={options} value={text} set={set} />
      ) : (
        <Several options={options} values={texts} set={set} />
      );
    }
    case "person":
      return <People baseId={baseId} values={text === "" ? [] : [text]} set={set} isOne />;
    case "people":
      return <People baseId={baseId} values={texts} set={set} isOne={false} />;
    case "texts":
      return (
        <textarea
          aria-label={barTexts.value}
          placeholder={barTexts.onePerLine}
          required
          rows={3}
          value={texts.join("\n")}
          onChange={({ currentTarget }) =>
            set(currentTarget.value.split("\n").filter((line) => line.trim() !== ""))
          }
        />
      );
    default:
      return (
        <input
          type="text"
          required
          aria-label={barTexts.value}
          value={text}
          onInput={({ currentTarget }) => set(currentTarget.value === "" ? null : currentTarget.value)}
        />
      );
  }
}

function choiceNames({ options: { choices } }: Field): string[] {
  const all: unknown[] = Array.isArray(choices) ? choices : [];
  return all.flatMap((each) => (typeof each === "object" && each && "name" in each ? String(each.name) : []));
}

interface Option {
  value: string;
  text: string;
}

/** What is set stays an option, also if it is none of those that are known. */
const withValues = (options: readonly Option[], values: readonly string[]): Option[] => [
  ...options,
  ...values
    .filter((value) => value !== "" && !options.some((option) => option.value === value))
    .map((value) => ({ value, text: value })),
];

const One = ({ options, value, set }: { options: Option[]; value: string; set: (value: Value) => void }) => (
  <select
    aria-label={barTexts.value}
    required
    value={value}
    onChange={({ currentTarget }) => set(currentTarget.value === "" ? null : currentTarget.value)}
  >
    <option value="">…</option>
    {withValues(options, [value]).map(({ value, text }) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
);

interface SeveralProps {
  options: Option[];
  values: string[];
  set: (value: Value) => void;
}

const Several = ({ options, values, set }: SeveralProps) => (
  <ul class="checks" aria-label={barTexts.value}>
    {withValues(options, values).map(({ value, text }) => (
      <li key={value}>
        <label>
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={({ currentTarget }) => {
              const next = values.filter((each) => each !== value);
              if (currentTarget.checked) next.push(value);
              set(next.length > 0 ? next : null);
            }}
          />
          {text}
        </label>
      </li>
    ))}
  </ul>
);

interface PeopleProps {
  baseId: string;
  values: string[];
  isOne: boolean;
  set: (value: Value) => void;
}

function People({ baseId, values, isOne, set }: PeopleProps) {
  const people = usePeople(baseId);
  const options = [
    { value: "Me", text: barTexts.me },
    ...people.map(({ id, name }) => ({ value: String(id), text: name })),
  ];
  return isOne ? (
    <One options={options} value={values[0] ?? ""} set={set} />
  ) : (
    <Several options={options} values={values} set={set} />
  );
}

interface DateValueProps {
  modes: readonly FilterDate["mode"][];
  value: FilterDate | undefined;
  set: (value: Value) => void;
}

const needs = (member: keyof typeof companions, mode: string) =>
  companions[member].some((each) => each === mode);

function DateValue({ modes, value, set }: DateValueProps) {
  const { mode = "today", numberOfDays, exactDate } = value ?? {};
  function choose(mode: FilterDate["mode"]) {
    set({
      mode,
      timeZone: ownZone(),
      ...(needs("numberOfDays", mode) && { numberOfDays: numberOfDays ?? 7 }),
      ...(needs("exactDate", mode) && { exactDate: exactDate ?? midnightOf(new Date()) }),
    });
  }
  return (
    <>
      <select
        aria-label={barTexts.value}
        value={mode}
        onChange={({ currentTarget: { selectedIndex } }) => {
          const chosen = modes[selectedIndex];
          if (chosen) choose(chosen);
        }}
      >
        {modes.map((each) => (
          <option key={each} value={each}>
            {modeTexts[each]}
          </option>
        ))}
      </select>
      {needs("numberOfDays", mode) && (
        <input
          type="number"
          min={1}
          step={1}
          required
          aria-label={barTexts.days}
          value={numberOfDays}
          onChange={({ currentTarget: { valueAsNumber } }) => {
            if (valueAsNumber >= 1)
              set({ mode, timeZone: ownZone(), numberOfDays: Math.floor(valueAsNumber) });
          }}
        />
      )}
      {needs("exactDate", mode) && (
        <input
          type="date"
          required
          aria-label={barTexts.date}
          value={exactDate === undefined ? "" : dayOf(exactDate, value?.timeZone)}
          onChange={({ currentTarget }) => {
            const [year = 0, month = 1, day = 1] = currentTarget.value.split("-").map(Number);
            if (year >= 1000)
              set({ mode, timeZone: ownZone(), exactDate: midnightOf(new Date(year, month - 1, day)) });
          }}
        />
      )}
    </>
  );
}

/** The beginning of the day of a time in the time zone of this browser, as cells have it. */
const midnightOf = (time: Date): string =>
  new Date(time.getFullYear(), time.getMonth(), time.getDate()).toISOString();

/** The day of a time in a time zone, as a date input has it. */
const dayOf = (time: string, timeZone = ownZone()): string =>
  new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(new Date(time));
