/* Uploads a file in three calls: it is announced, its bytes are sent, and it is confirmed. Then a cell of files takes it. */
import { type CallOptions, newKey, type Requests } from "./requests.ts";

export interface UploadOptions extends CallOptions {
  /** By default that of a `File`, else `file`. */
  name?: string;
  /** The media type; by default that of a `Blob`, else `application/octet-stream`. */
  type?: string;
}

/** A file that is there: send it as an element of a cell for files. */
export interface ClientFile {
  name: string;
  token: string;
  size: number;
  mimetype: string;
}

interface Announced {
  url: string;
  uploadMethod: string;
  token: string;
  requestHeaders: Record<string, string>;
}

/** For how long the address that takes the bytes works, in milliseconds. */
const longestUpload = 15 * 60_000;

/** Uploads a file. It is removed after a day if no record holds it then. */
export async function uploadFile(
  requests: Requests,
  file: Blob | ArrayBuffer | Uint8Array | string,
  { name, type, ...options }: UploadOptions = {},
): Promise<ClientFile> {
  const bytes = blobOf(file, type);
  const contentType = type || bytes.type || "application/octet-stream";
  const { url, uploadMethod, token, requestHeaders } = await requests.send<Announced>({
    method: "POST",
    path: "/attachments/signature",
    body: JSON.stringify({ contentType, contentLength: bytes.size, type: 1 }),
    key: newKey(),
    ...options,
  });
  const headers = new Headers(requestHeaders);
  // fetch writes it itself, and a page may not
  headers.delete("content-length");
  const timeout = options.timeout ?? longestUpload;
  const init = () => ({ method: uploadMethod, headers, body: bytes });
  await requests.exchange({ url, init, signal: options.signal, timeout, attempt: timeout });
  const { size, mimetype } = await requests.send<ClientFile>({
    method: "POST",
    path: `/attachments/notify/${token}`,
    key: newKey(),
    ...options,
  });
  return { name: name || nameOf(file) || "file", token, size, mimetype };
}

function blobOf(file: Blob | ArrayBuffer | Uint8Array | string, type?: string): Blob {
  if (file instanceof Blob) return file;
  // a copy, as the memory of an array may be shared
  const part = file instanceof Uint8Array ? new Uint8Array(file) : file;
  return new Blob([part], type === undefined ? {} : { type });
}

const nameOf = (file: object | string): string | undefined =>
  typeof file === "object" && "name" in file && typeof file.name === "string" ? file.name : undefined;
