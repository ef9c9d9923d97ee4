/* The choices of a select field: names, colours, their order, and which one new records have. */
import { useContext, useId, useLayoutEffect, useRef } from "preact/hooks";
import { followPointer } from "../../grid/pointer.ts";
import { Icon } from "../../icon.tsx";
import { type FieldOptionValues, removedChoices } from "../draft.ts";
import { CheckInput, Labelled, ProblemsContext } from "../inputs.tsx";
import { optionTexts } from "../texts.ts";
import { type ChoiceDraft, followDefault, withMoved, withNames } from "./choice-list.ts";
import { Palette } from "./color-input.tsx";
import type { OptionsProps } from "./options-props.ts";
import { RemovedChoices } from "./removed-choices.tsx";

const choicesIn = ({ choices }: FieldOptionValues): ChoiceDraft[] => (Array.isArray(choices) ? choices : []);

export function ChoicesOptions({ tableId, field, draft, setOptions }: OptionsProps) {
  const { options, kind } = draft;
  const list = useRef<HTMLUListElement>(null);
  const problems = useContext(ProblemsContext).value;
  const id = useId();
  const choices = choicesIn(options);
  const takesSeveral = kind === "multipleSelect";
  const chosen = [options["defaultValue"] ?? []].flat().map(String);
  const setChoices = (after: ChoiceDraft[]) =>
    setOptions({ choices: after, defaultValue: followDefault(options["defaultValue"], choices, after) });
  /** What gets the focus once the list is drawn again, so that the next key finds it. */
  const focus = useRef<{ place: number; what: string }>(undefined);
  const focusAt = (place: number, what: string) =>
    list.current?.children[place]?.querySelector<HTMLElement>(what)?.focus();
  useLayoutEffect(() => {
    const { place, what } = focus.current ?? {};
    if (place === undefined || what === undefined) return;
    focusAt(place, what);
    focus.current = undefined;
  });
  function add() {
    focus.current = { place: choices.length, what: "input" };
    setChoices([...choices, { name: "" }]);
  }
  function move(place: number, step: number) {
    focus.current = { place: Math.max(0, Math.min(choices.length - 1, place + step)), what: ".handle" };
    setChoices(withMoved(choices, place, step));
  }
  function remove(place: number) {
    focus.current = { place: Math.min(place, choices.length - 2), what: "input" };
    setChoices(choices.toSpliced(place, 1));
  }
  const isOfField = field?.type === kind && !field.isLookup;
  const removed = isOfField ? removedChoices<Required<ChoiceDraft>>(field, draft) : [];
  return (
    <fieldset class="asked" data-path="options.choices">
      <legend>{optionTexts.choices}</legend>
      <ul ref={list} class="choices">
        {choices.map((choice, i) => {
          const problem = problems.get(`options.choices[${i}]`);
          const name = choice.name || optionTexts.choice(i + 1);
          return (
            <li key={choice.id ?? `new ${i}`}>
              <button
                type="button"
                class="quiet handle"
                aria-label={optionTexts.moveChoice(name)}
                onKeyDown={(event) => {
                  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                  if (!step) return;
                  event.preventDefault();
                  move(i, step);
                }}
                onPointerDown={(event) => drag(event, (step) => setChoices(withMoved(choices, i, step)))}
              >
                <Icon name="handle" />
              </button>
              <Palette
                label={optionTexts.colorOf(name)}
                value={choice.color ?? "blueLight2"}
                change={(color) => setChoices(choices.with(i, { ...choice, color }))}
              />
              <input
                type="text"
                value={choice.name}
                required
                autocomplete="off"
                aria-label={optionTexts.choice(i + 1)}
                data-path={`options.choices[${i}]`}
                aria-invalid={problem !== undefined}
                aria-describedby={problem ? `${id}-${i}` : undefined}
                onInput={({ currentTarget }) => setChoices(withNames(choices, i, currentTarget.value))}
                onPaste={(event) => {
                  const text = event.clipboardData?.getData("text/plain") ?? "";
                  if (!/\n/.test(text.trim())) return;
                  event.preventDefault();
                  setChoices(withNames(choices, i, choice.name + text.trim()));
                }}
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return;
                  event.preventDefault();
                  if (i === choices.length - 1) add();
                  else focusAt(i + 1, "input");
                }}
              />
              <button
                type="button"
                class="quiet"
                aria-label={optionTexts.removeChoice(name)}
                onClick={() => remove(i)}
              >
                ×
              </button>
              {problem && (
                <p id={`${id}-${i}`} class="wrong">
                  {problem}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <button type="button" class="quiet" onClick={add}>
        {optionTexts.addChoice}
      </button>
      <p class="note">{optionTexts.choicesHint}</p>
      {problems.get("options.choices") && <p class="wrong">{problems.get("options.choices")}</p>}
      {removed.length > 0 && field && (
        <RemovedChoices
          {...{ tableId, field, removed }}
          putBack={(choice) => setChoices([...choices, choice])}
        />
      )}
      <Labelled path="options.defaultValue" text={optionTexts.default}>
        {(members) => (
          <select
            {...members}
            multiple={takesSeveral}
            onChange={({ currentTarget: { selectedOptions } }) => {
              const names = [...selectedOptions].flatMap(({ value }) => value || []);
              setOptions({
                defaultValue: names.length === 0 ? undefined : takesSeveral ? names : names[0],
              });
            }}
          >
            {!takesSeveral && <option value="">{optionTexts.none}</option>}
            {choices
              .filter(({ name }) => name.trim() !== "")
              .map(({ name }) => (
                <option key={name} value={name} selected={chosen.includes(name)}>
                  {name}
                </option>
              ))}
          </select>
        )}
      </Labelled>
      <CheckInput
        path="options.preventAutoNewOptions"
        text={optionTexts.preventNew}
        value={options["preventAutoNewOptions"] === true}
        change={(isOn) => setOptions({ preventAutoNewOptions: isOn || undefined })}
      />
    </fieldset>
  );
}

/** Moves a line of a list with the pointer: `moved` gets by how many lines when it is let go. */
function drag(down: PointerEvent, moved: (step: number) => void) {
  const handle = down.currentTarget;
  if (!(handle instanceof HTMLElement)) return;
  const line = handle.closest("li");
  if (!line) return;
  line.classList.add("dragged");
  let by = 0;
  followPointer(down, {
    move: ({ clientY }) => {
      by = clientY - down.clientY;
      line.style.transform = `translateY(${by}px)`;
    },
    end: (isDone) => {
      const step = Math.round(by / line.offsetHeight);
      line.classList.remove("dragged");
      line.style.transform = "";
      if (isDone && step !== 0) moved(step);
    },
  });
}
