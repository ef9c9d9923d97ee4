/* Files that are made now, a piece in memory at a time. Apart from storage.ts: whatever shows a record has that in its bundle. */

import { pathOf } from "#lib/schemas/records/file-token";
import * as folder from "./folder.ts";
import * as parts from "./s3-parts.ts";

export const openWriting = async (part: string, type: string): Promise<folder.Writing> =>
  process.env["GRIDLESS_FILES"]
    ? folder.openWriting(process.env["GRIDLESS_FILES"], part)
    : parts.writeParts(pathOf(part), type);
