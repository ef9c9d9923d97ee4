/* What was done just now, with a way to take it back. */
import { signal } from "@preact/signals";
import { describeProblem } from "./call.ts";
import { appTexts } from "./texts.ts";

interface Notice {
  text: string;
  undo?: () => Promise<void>;
  /** The address of what it is about. */
  href?: string;
}

const notice = signal<Notice | undefined>(undefined);

/** Says it below the page, until something else is said or it is closed. */
export function say(said: Notice): void {
  notice.value = said;
}

async function takeBack(undo: () => Promise<void>) {
  notice.value = undefined;
  try {
    await undo();
    say({ text: appTexts.undone });
  } catch (error) {
    say({ text: describeProblem(error) });
  }
}

export function NoticeBox() {
  const { text, undo, href } = notice.value ?? {};
  return (
    <div class="notice" role="status">
      {text && (
        <>
          <p>{text}</p>
          {href && <a href={href}>{appTexts.show}</a>}
          {undo && (
            <button type="button" class="quiet" onClick={() => void takeBack(undo)}>
              {appTexts.undo}
            </button>
          )}
          <button
            type="button"
            class="quiet"
            aria-label={appTexts.close}
            onClick={() => (notice.value = undefined)}
          >
            ×
          </button>
        </>
      )}
    </div>
  );
}
