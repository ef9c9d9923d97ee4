/* Changes of records that a job makes, not a person: it adds cells. */

import type { RecordBatch } from "./record-batch.ts";

/** The batch without the time and author of its changes: existing records keep the time and author of their last edit. */
export function withFormerTimes(batch: RecordBatch): RecordBatch {
  const writes = batch.writes.map((write) => {
    const { before } = write;
    if (!before || before === write.after) return write;
    const { lastModifiedTime: _, lastModifiedBy: __, ...after } = write.after;
    return {
      ...write,
      after: {
        ...after,
        ...(before.lastModifiedTime && { lastModifiedTime: before.lastModifiedTime }),
        ...(before.lastModifiedBy && { lastModifiedBy: before.lastModifiedBy }),
      },
    };
  });
  return { ...batch, writes };
}
