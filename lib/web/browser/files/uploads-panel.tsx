/* What is on its way, below the page: how much of each file has gone, and what can be done. */
import { render } from "preact";
import { fileTexts } from "./texts.ts";
import { UploadList } from "./upload-list.tsx";
import { lastAdded, uploads } from "./uploads.ts";

function UploadsPanel() {
  const all = uploads.value;
  const failed = all.filter(({ state }) => state === "failed").length;
  const running = all.length - failed;
  const said =
    running > 0 ? fileTexts.uploading(running) : failed > 0 ? fileTexts.failedCount(failed) : lastAdded.value;
  return (
    <aside class={all.length > 0 ? "uploads" : "hidden-name"} aria-label={fileTexts.uploads}>
      <p role="status">{said}</p>
      <UploadList all={all} />
    </aside>
  );
}

let host: HTMLElement | undefined;

/** Shows the panel while something is on its way; from then on it is in the page. */
export function showUploads(): void {
  if (host) return;
  host = document.createElement("div");
  document.body.append(host);
  render(<UploadsPanel />, host);
}
