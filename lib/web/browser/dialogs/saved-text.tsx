/* A text that is saved when it is left. What was refused stays in it, with the reason. */
import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";

interface SavedTextProps {
  label: string;
  /** What is shown in place of the label, which a screen reader still says. */
  isLabelHidden?: boolean;
  value: string;
  placeholder?: string;
  isLong?: boolean;
  required?: boolean;
  maxLength: number;
  /** Gives whether it was saved. */
  save: (text: string) => Promise<boolean>;
}

export function SavedText({ label, isLabelHidden, value, isLong, save, ...given }: SavedTextProps) {
  const draft = useSignal(value);
  const isRefused = useSignal(false);
  const id = useId();
  useEffect(() => {
    draft.value = value;
    isRefused.value = false;
  }, [value]);
  async function leave(input: HTMLInputElement | HTMLTextAreaElement) {
    const text = input.value.trim();
    if (!input.reportValidity() || text === value) return;
    isRefused.value = !(await save(text));
  }
  const common = {
    ...given,
    id,
    value: draft.value,
    "aria-label": isLabelHidden ? label : undefined,
    "aria-invalid": isRefused.value,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      draft.value = currentTarget.value;
    },
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      void leave(currentTarget),
  };
  return (
    <>
      {!isLabelHidden && <label for={id}>{label}</label>}
      {isLong ? <textarea rows={2} {...common} /> : <input type="text" autocomplete="off" {...common} />}
    </>
  );
}
