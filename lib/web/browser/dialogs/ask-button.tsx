/* A button that asks once more before it does something, in its place. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { appTexts } from "../texts.ts";

interface AskButtonProps {
  text: string;
  /** What a screen reader says of it. */
  label: string;
  question: string;
  act: () => void;
}

export function AskButton({ text, label, question, act }: AskButtonProps) {
  const isAsking = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // the focus goes to the answer that changes nothing, and back
    if (isAsking.value || wasAsking.current) button.current?.focus();
    wasAsking.current = isAsking.value;
  }, [isAsking.value]);
  if (!isAsking.value)
    return (
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-label={label}
        onClick={() => (isAsking.value = true)}
      >
        {text}
      </button>
    );
  return (
    <fieldset class="row" aria-label={question}>
      <span>{question}</span>
      <button
        type="button"
        class="danger"
        onClick={() => {
          isAsking.value = false;
          act();
        }}
      >
        {text}
      </button>
      <button ref={button} type="button" class="quiet" onClick={() => (isAsking.value = false)}>
        {appTexts.cancel}
      </button>
    </fieldset>
  );
}
