/* The name of a file that was fetched from an address: from Content-Disposition, otherwise the last part of the path. */

/** From Content-Disposition (RFC 6266); `filename*` with its charset (RFC 8187) has precedence over `filename`. */
function dispositionName(disposition: string): string | undefined {
  const [, charset = "", encoded = ""] =
    /(?:^|;)\s*filename\*\s*=\s*([\w-]+)'[^']*'([^\s;"]+)/i.exec(disposition) ?? [];
  if (/^utf-8$/i.test(charset)) return decoded(encoded);
  const [, quoted, plain] =
    /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  // Node reads headers as Latin-1, and many send UTF-8
  return inUtf8(quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "");
}

/** Percent-decoded; unchanged if the encoding is invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function inUtf8(text: string): string {
  const utf8 = Buffer.from(text, "latin1").toString();
  return utf8.includes("\ufffd") ? text : utf8;
}

/** Empty if neither gives a name. The name is not checked: it may contain a path or control characters. */
export const fileName = (address: string, disposition = ""): string =>
  dispositionName(disposition) || decoded(URL.parse(address)?.pathname.split("/").at(-1) ?? "");
