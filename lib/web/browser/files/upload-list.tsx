/* Files on their way, one below the other. */

import { appTexts } from "../texts.ts";
import { sizeText } from "./size-text.ts";
import { fileTexts } from "./texts.ts";
import type { CellUpload } from "./upload-queue.ts";
import { queue } from "./uploads.ts";

export const UploadList = ({ all }: { all: readonly CellUpload[] }) =>
  all.length > 0 ? (
    <ul class="upload-list">
      {all.map((each) => (
        <UploadLine key={each.id} upload={each} />
      ))}
    </ul>
  ) : null;

function UploadLine({ upload: { id, file, state, share, reason, mayRetry } }: { upload: CellUpload }) {
  const isFailed = state === "failed";
  return (
    <li>
      <span class="upload-name">
        {file.name} <span class="note">{sizeText(file.size)}</span>
      </span>
      {isFailed ? (
        <span class="wrong">{reason}</span>
      ) : state === "sending" ? (
        <progress value={share} aria-label={file.name} />
      ) : (
        <span class="note">{state === "sent" ? fileTexts.sent : fileTexts.queued}</span>
      )}
      <span class="buttons">
        {isFailed && mayRetry && (
          <button
            type="button"
            class="quiet"
            aria-label={fileTexts.retryOf(file.name)}
            onClick={() => queue.retry(id)}
          >
            {appTexts.tryAgain}
          </button>
        )}
        <button
          type="button"
          class="quiet"
          aria-label={(isFailed ? fileTexts.dismissOf : fileTexts.cancelOf)(file.name)}
          onClick={() => queue.cancel(id)}
        >
          {isFailed ? appTexts.close : appTexts.cancel}
        </button>
      </span>
    </li>
  );
}
