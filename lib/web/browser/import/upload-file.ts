/* Sends a file in three calls, as attachments are sent, and says how much of it has gone: `fetch` cannot say that. */
import { callApi } from "../call.ts";
import { mediaTypeOf } from "./file-kind.ts";
import { importTexts } from "./texts.ts";

interface Announced {
  url: string;
  uploadMethod: string;
  token: string;
  requestHeaders: Record<string, string>;
}

interface Uploading {
  signal: AbortSignal;
  /** Gets the share that has gone, from 0 to 1. */
  onSent: (share: number) => void;
}

/** The token of the file, by which calls name it. Throws an `AbortError` after `signal`. A file that nothing names is removed after a day. */
export async function sendFile(file: File, { signal, onSent }: Uploading): Promise<string> {
  const contentType = mediaTypeOf(file.name);
  const announced = await callApi<Announced>("POST", "/attachments/signature", {
    contentType,
    contentLength: file.size,
    type: 1,
  });
  signal.throwIfAborted();
  await sendBytes(file, announced, { signal, onSent });
  await callApi("POST", `/attachments/notify/${announced.token}`);
  signal.throwIfAborted();
  return announced.token;
}

function sendBytes(
  file: File,
  { url, uploadMethod, requestHeaders }: Announced,
  { signal, onSent }: Uploading,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(uploadMethod, url);
    // the browser writes the length itself, and a page may not
    for (const [name, value] of Object.entries(requestHeaders))
      if (name.toLowerCase() !== "content-length") request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(importTexts.uploadFailed(request.status)));
    request.onerror = () => reject(new Error(importTexts.uploadFailed(0)));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
