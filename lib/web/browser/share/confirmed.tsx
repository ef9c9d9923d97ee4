/* A button for what cannot be taken back: it says what it does, and asks once more. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { appTexts } from "../texts.ts";

interface ConfirmedProps {
  text: string;
  hint: string;
  act: () => Promise<unknown>;
}

export function Confirmed({ text, hint, act }: ConfirmedProps) {
  const isAsking = useSignal(false);
  const wasAsking = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  // the focus goes to what took the place of the button that was pressed
  useEffect(() => {
    if (isAsking.value || wasAsking.current) button.current?.focus();
    wasAsking.current = isAsking.value;
  }, [isAsking.value]);
  async function go() {
    await act();
    isAsking.value = false;
  }
  if (!isAsking.value)
    return (
      <button ref={button} type="button" class="quiet" onClick={() => (isAsking.value = true)}>
        {text}
      </button>
    );
  return (
    <div class="confirmed">
      <p>{hint}</p>
      <div class="buttons">
        <button ref={button} type="button" class="danger" onClick={() => void go()}>
          {text}
        </button>
        <button type="button" class="quiet" onClick={() => (isAsking.value = false)}>
          {appTexts.cancel}
        </button>
      </div>
    </div>
  );
}
