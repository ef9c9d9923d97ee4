/*
 * How a browser is told to treat a file that anybody may have uploaded: shown where nothing in it can act, else saved. HTML and SVG
 * hold scripts, and what is of no known type is looked into by browsers.
 */

const shownTypes =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|heic)|(audio|video)\/[\w.+-]+|application\/pdf|text\/(plain|csv))$/;

const essence = (mimetype: string) => mimetype.split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** The type that it is sent with. */
export function safeType(mimetype: string): string {
  const type = essence(mimetype);
  if (!shownTypes.test(type)) return "application/octet-stream";
  return type.startsWith("text/") ? "text/plain; charset=utf-8" : type;
}

/** Its Content-Disposition (RFC 6266): the name in ASCII for old clients, and as it is. */
export function disposition(mimetype: string, name: string): string {
  const kind = shownTypes.test(essence(mimetype)) ? "inline" : "attachment";
  // a name is no path, and ends no header
  const plain = name.toWellFormed().replace(/[\p{Cc}\p{Cf}/\\]/gu, "_");
  const ascii = plain.replace(/[^\x20-\x7e]|["%]/g, "_");
  const whole = encodeURIComponent(plain).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
