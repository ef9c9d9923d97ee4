import type { StoredRecord } from "./present.ts";

/** The size of a record in bytes, near enough to bound what is read at once. */
export const sizeOf = ({ cells }: Pick<StoredRecord, "cells">): number => JSON.stringify(cells).length;
