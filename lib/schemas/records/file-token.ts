/* File tokens. Separate from the schemas of requests, which code that only shows records does not need. */
import type * as z from "zod";

/** The schema of the same name is in attachment.ts. */
export type FileToken = string & z.core.$brand<"FileToken">;

export const fileToken = /^[0-9A-Za-z]{24}$/;
export const isFileToken = (text: string): text is FileToken => fileToken.test(text);

/** The part of a token that ids of attachments and addresses of files contain. It identifies the file but gives no access. */
export const publicPart = (token: FileToken): string => token.slice(0, publicLength);
export const publicLength = 10;

/** The key of a file in the bucket. `notify` responds with it, and images of comments refer to it. */
export const pathOf = (part: string): string => `${folder}${part}`;
const folder = "attachments/";
const aPath = new RegExp(`^${folder}([0-9A-Za-z]{${publicLength}})$`);

/** The public part of a file's token, from its path; undefined for other texts. */
export const publicPartAt = (path: string): string | undefined => aPath.exec(path)?.[1];
