import type { StoredRecord } from "./stored-cells.ts";

/** The approximate size of a record in bytes, to limit how much is read at once. */
export const sizeOf = ({ cells }: Pick<StoredRecord, "cells">): number => JSON.stringify(cells).length;
