/*
 * Headers that tell a browser whether to show or to save an uploaded file, which may be malicious. Only types that cannot run code are shown.
 * HTML and SVG can contain scripts, and browsers guess the type of files with an unknown one.
 */

const shownTypes =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|heic)|(audio|video)\/[\w.+-]+|application\/pdf|text\/(plain|csv))$/;

const essence = (mimetype: string) => mimetype.split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** The Content-Type with which the file is sent. */
export function safeType(mimetype: string): string {
  const type = essence(mimetype);
  if (!shownTypes.test(type)) return "application/octet-stream";
  return type.startsWith("text/") ? "text/plain; charset=utf-8" : type;
}

/** The Content-Disposition (RFC 6266), with the name in ASCII for old clients and the full name in UTF-8. */
export function disposition(mimetype: string, name: string): string {
  const kind = shownTypes.test(essence(mimetype)) ? "inline" : "attachment";
  // without path separators and control characters
  const plain = name.toWellFormed().replace(/[\p{Cc}\p{Cf}/\\]/gu, "_");
  const ascii = plain.replace(/[^\x20-\x7e]|["%]/g, "_");
  const whole = encodeURIComponent(plain).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
