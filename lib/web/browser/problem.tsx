/* What went wrong, and a way to try it again. */
import { appTexts } from "./texts.ts";

export const ProblemBox = ({ text, retry }: { text: string; retry?: () => void }) => (
  <div class="problem" role="alert">
    <p>{text}</p>
    {retry && (
      <button type="button" class="quiet" onClick={retry}>
        {appTexts.tryAgain}
      </button>
    )}
  </div>
);
