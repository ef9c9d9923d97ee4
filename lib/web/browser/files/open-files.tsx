/* Opens the large view of files, over whatever is shown. */
import { render } from "preact";
import { showLate } from "../late.tsx";
import type { FileViewProps } from "./file-view.tsx";

const FileView = showLate(async () => (await import("./file-view.tsx")).FileView);

/** Shows the file with a token, and leads to the others of its cell. */
export function openFiles(shown: Omit<FileViewProps, "close">): void {
  const host = document.createElement("div");
  document.body.append(host);
  const close = () => {
    render(null, host);
    host.remove();
  };
  render(<FileView {...shown} close={close} />, host);
}
