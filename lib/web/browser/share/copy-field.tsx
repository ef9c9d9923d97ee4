/* A text to carry elsewhere, with a button that copies it. */
import { useEffect, useId, useRef } from "preact/hooks";
import { shareTexts } from "./texts.ts";

interface CopyFieldProps {
  label: string;
  text: string;
  /** Whether it gets the focus when it appears. */
  isFirst?: boolean;
  say: (said: { text: string; isWrong: boolean }) => void;
}

export function CopyField({ label, text, isFirst = true, say }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (isFirst) input.current?.focus();
  }, []);
  async function copy() {
    input.current?.select();
    try {
      // there is no clipboard in a page without TLS
      await navigator.clipboard.writeText(text);
      say({ text: shareTexts.copied, isWrong: false });
    } catch {
      input.current?.focus();
      say({ text: shareTexts.copyByHand, isWrong: true });
    }
  }
  return (
    <>
      <label for={id}>{label}</label>
      <div class="copied">
        <input
          ref={input}
          id={id}
          type="text"
          readOnly
          value={text}
          onFocus={() => input.current?.select()}
        />
        <button type="button" aria-label={shareTexts.copyOf(label)} onClick={() => void copy()}>
          {shareTexts.copy}
        </button>
      </div>
    </>
  );
}
