/* Sends a file in three calls, as attachments are sent, and says how much of it has gone: `fetch` cannot say that. */
import { callApi } from "../call.ts";
import { fileTexts } from "./texts.ts";

interface Announced {
  url: string;
  uploadMethod: string;
  token: string;
  requestHeaders: Record<string, string>;
}

/** What the server says of a file that has arrived. */
export interface SentFile {
  token: string;
  size: number;
  mimetype: string;
  width?: number;
  height?: number;
  presignedUrl: string;
}

export interface SendingFile {
  signal: AbortSignal;
  /** Gets the share that has gone, from 0 to 1. */
  onSent: (share: number) => void;
}

/** A media type as the server takes it; browsers know none for many files. */
const mediaType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;
const anyType = "application/octet-stream";

/**
 * Sends it; the answer has the token by which calls name it. Throws an `AbortError` after `signal`. `type`: its media type, by default what
 * the browser says. A file that nothing names is removed after a day.
 */
export async function sendFile(
  file: File,
  { signal, onSent }: SendingFile,
  type: string = file.type,
): Promise<SentFile> {
  const announced = await callApi<Announced>("POST", "/attachments/signature", {
    contentType: mediaType.test(type) ? type : anyType,
    contentLength: file.size,
    type: 1,
  });
  signal.throwIfAborted();
  await sendBytes(file, announced, { signal, onSent });
  const sent = await callApi<SentFile>("POST", `/attachments/notify/${announced.token}`);
  signal.throwIfAborted();
  return sent;
}

function sendBytes(
  file: File,
  { url, uploadMethod, requestHeaders }: Announced,
  { signal, onSent }: SendingFile,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(uploadMethod, url);
    // the browser writes the length itself, and a page may not
    for (const [name, value] of Object.entries(requestHeaders))
      if (name.toLowerCase() !== "content-length") request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new Error(fileTexts.failed(request.status)));
    request.onerror = () => reject(new Error(fileTexts.failed(0)));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
