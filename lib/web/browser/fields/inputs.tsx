/* Inputs of the field editor. Each has the path of the member that it changes, at which the server's answer names what is wrong. */
import type { ReadonlySignal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useId } from "preact/hooks";
import type { Problems } from "./issues.ts";

const none: { readonly value: Problems } = { value: new Map() };
export const ProblemsContext = createContext<Pick<ReadonlySignal<Problems>, "value">>(none);

interface LabelledProps {
  /** As the server names it, for example `options.formatting.precision`. */
  path: string;
  text: string;
  hint?: string | undefined;
}

/** What an input gets from its label. */
interface InputMembers {
  id: string;
  "data-path": string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

/** A label, its input, and what is wrong with it. */
export function Labelled({
  path,
  text,
  hint,
  children,
}: LabelledProps & { children: (members: InputMembers) => ComponentChildren }) {
  const id = useId();
  const problem = useContext(ProblemsContext).value.get(path);
  const described = [problem && `${id}-wrong`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div class="asked">
      <label for={id}>{text}</label>
      {children({
        id,
        "data-path": path,
        "aria-invalid": problem !== undefined,
        "aria-describedby": described || undefined,
      })}
      <Notes {...{ id, hint, problem }} />
    </div>
  );
}

/** What is said below an input: it is described by `…-hint` and `…-wrong`. */
const Notes = ({
  id,
  hint,
  problem,
}: {
  id: string;
  hint: string | undefined;
  problem: string | undefined;
}) => (
  <>
    {hint && (
      <p id={`${id}-hint`} class="note">
        {hint}
      </p>
    )}
    {problem && (
      <p id={`${id}-wrong`} class="wrong">
        {problem}
      </p>
    )}
  </>
);

interface TextProps extends LabelledProps {
  value: string;
  change: (value: string) => void;
  placeholder?: string;
  rows?: number;
  isNeeded?: boolean;
}

export const TextInput = ({ value, change, placeholder, rows, isNeeded = false, ...label }: TextProps) => (
  <Labelled {...label}>
    {(members) => {
      const shared = { ...members, value, ...(placeholder !== undefined && { placeholder }) };
      return rows ? (
        <textarea
          {...shared}
          rows={rows}
          required={isNeeded}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      ) : (
        <input
          {...shared}
          type="text"
          autocomplete="off"
          required={isNeeded}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      );
    }}
  </Labelled>
);

interface NumberProps extends LabelledProps {
  value: number | undefined;
  change: (value: number | undefined) => void;
  least?: number;
  most?: number;
  isNeeded?: boolean;
}

export const NumberInput = ({ value, change, least, most, isNeeded = false, ...label }: NumberProps) => (
  <Labelled {...label}>
    {(members) => (
      <input
        {...members}
        type="number"
        step={least === undefined ? "any" : "1"}
        {...(least !== undefined && { min: least })}
        {...(most !== undefined && { max: most })}
        required={isNeeded}
        defaultValue={value === undefined ? "" : String(value)}
        onInput={({ currentTarget }) =>
          change(currentTarget.value === "" ? undefined : currentTarget.valueAsNumber)
        }
      />
    )}
  </Labelled>
);

interface SelectProps extends LabelledProps {
  value: string;
  change: (value: string) => void;
  /** Value and text of each. */
  choices: readonly (readonly [value: string, text: string])[];
  isNeeded?: boolean;
}

export const SelectInput = ({ value, change, choices, isNeeded = false, ...label }: SelectProps) => (
  <Labelled {...label}>
    {(members) => (
      <select
        {...members}
        value={value}
        required={isNeeded}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        {choices.map(([of, text]) => (
          <option key={of} value={of}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);

interface CheckProps extends LabelledProps {
  value: boolean;
  change: (value: boolean) => void;
}

export function CheckInput({ path, text, hint, value, change }: CheckProps) {
  const id = useId();
  const problem = useContext(ProblemsContext).value.get(path);
  return (
    <div class="asked">
      <label class="check">
        <input
          type="checkbox"
          checked={value}
          data-path={path}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-wrong` : hint ? `${id}-hint` : undefined}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
        {text}
      </label>
      <Notes {...{ id, hint, problem }} />
    </div>
  );
}
