/* Tokens of files, apart from the shapes of requests: whoever shows a record needs them, and those not. */
import type { FileToken } from "./attachment.ts";

export const fileToken = /^[0-9A-Za-z]{24}$/;
export const isFileToken = (text: string): text is FileToken => fileToken.test(text);

/** What of a token anybody may see who sees an attachment's id, or an address of the file: it finds the file, and opens nothing. */
export const publicPart = (token: FileToken): string => token.slice(0, publicLength);
export const publicLength = 10;
