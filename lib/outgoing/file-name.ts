/* What a file is called that came from an address: as the answer says, else as the address ends. */

/** Of Content-Disposition (RFC 6266): the name with its charset (RFC 8187) before the plain one. */
function saidName(disposition: string): string | undefined {
  const [, charset = "", encoded = ""] =
    /(?:^|;)\s*filename\*\s*=\s*([\w-]+)'[^']*'([^\s;"]+)/i.exec(disposition) ?? [];
  if (/^utf-8$/i.test(charset)) return decoded(encoded);
  const [, quoted, plain] =
    /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  // Node reads headers as Latin-1, and many send UTF-8
  return inUtf8(quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "");
}

/** As it was sent, if it is badly encoded. */
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

/** Nothing where neither says: a name as it was sent, which may be a path or worse. */
export const fileName = (address: string, disposition = ""): string =>
  saidName(disposition) || decoded(URL.parse(address)?.pathname.split("/").at(-1) ?? "");
