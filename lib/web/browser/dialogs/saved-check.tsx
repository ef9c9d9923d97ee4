/* A checkbox that is saved at once. */
import { useSignal } from "@preact/signals";

interface SavedCheckProps {
  text: string;
  /** What a screen reader says, where the text alone does not tell what it is about. */
  label?: string;
  isOn: boolean;
  disabled?: boolean;
  set: (isOn: boolean) => Promise<unknown>;
}

export function SavedCheck({ text, label, isOn, disabled, set }: SavedCheckProps) {
  // what is set and not answered yet; then `isOn` says what holds, also after a refusal
  const wanted = useSignal<boolean | undefined>(undefined);
  async function change(checked: boolean) {
    wanted.value = checked;
    await set(checked);
    wanted.value = undefined;
  }
  return (
    <label class="check">
      <input
        type="checkbox"
        aria-label={label}
        checked={wanted.value ?? isOn}
        disabled={disabled}
        onChange={({ currentTarget: { checked } }) => void change(checked)}
      />
      {text}
    </label>
  );
}
