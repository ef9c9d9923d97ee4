/* Tokens of files, apart from the shapes of requests: whoever shows a record needs them, and those not. */
import type * as z from "zod";

/** The schema of the same name is in attachment.ts. */
export type FileToken = string & z.core.$brand<"FileToken">;

export const fileToken = /^[0-9A-Za-z]{24}$/;
export const isFileToken = (text: string): text is FileToken => fileToken.test(text);

/** What of a token anybody may see who sees an attachment's id, or an address of the file: it finds the file, and opens nothing. */
export const publicPart = (token: FileToken): string => token.slice(0, publicLength);
export const publicLength = 10;

/** What a file is called where its bytes lie; `notify` answers it, and an image of a comment names it. */
export const pathOf = (part: string): string => `${folder}${part}`;
const folder = "attachments/";
const aPath = new RegExp(`^${folder}([0-9A-Za-z]{${publicLength}})$`);

/** The public part of the token of the file that a path is of. */
export const publicPartAt = (path: string): string | undefined => aPath.exec(path)?.[1];
