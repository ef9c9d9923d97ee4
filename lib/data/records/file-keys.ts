/* The keys of files, in a module of their own because few readers need the code for their bytes. */

import { type FileToken, publicPart } from "#lib/schemas/records/file-token";
import type { Key } from "#lib/store/store";

/** The key of a file, from the public part of its token. */
export const fileKeyAt = (part: string): Key => ({ pk: `ATTACHMENT#${part}`, sk: "ATTACHMENT" });
export const fileKey = (token: FileToken): Key => fileKeyAt(publicPart(token));
