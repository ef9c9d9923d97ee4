/* The password of a share: set, changed or taken away. What it is cannot be read anywhere. */
import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { appTexts } from "../texts.ts";
import type { MetaChange } from "./share-meta.ts";
import { shareTexts } from "./texts.ts";

interface PasswordPartProps {
  hasPassword: boolean;
  change: (wanted: MetaChange, done: string) => Promise<boolean>;
}

export function PasswordPart({ hasPassword, change }: PasswordPartProps) {
  const isTyping = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  function stop() {
    isTyping.value = false;
    // after the button is in the page again
    requestAnimationFrame(() => opener.current?.focus());
  }
  async function set(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const password = String(new FormData(form).get("password"));
    if (await change({ password }, shareTexts.passwordSet)) stop();
  }
  return (
    <section>
      <h3>{shareTexts.password}</h3>
      <p>{hasPassword ? shareTexts.hasPassword : shareTexts.noPassword}</p>
      {isTyping.value ? (
        <form onSubmit={set}>
          <label for={id}>{shareTexts.newPassword}</label>
          <input
            id={id}
            ref={(input) => input?.focus()}
            name="password"
            type="password"
            required
            minLength={3}
            maxLength={255}
            autocomplete="new-password"
          />
          <div class="buttons">
            <button type="submit">{appTexts.save}</button>
            <button type="button" class="quiet" onClick={stop}>
              {appTexts.cancel}
            </button>
          </div>
        </form>
      ) : (
        <div class="buttons">
          <button ref={opener} type="button" class="quiet" onClick={() => (isTyping.value = true)}>
            {hasPassword ? shareTexts.changePassword : shareTexts.setPassword}
          </button>
          {hasPassword && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                opener.current?.focus();
                void change({ password: null }, shareTexts.passwordGone);
              }}
            >
              {shareTexts.removePassword}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
