import { estimateJson } from "#lib/schemas/basics/json-length";
import type { StoredRecord } from "./stored-cells.ts";

/** The approximate size of a record in bytes; it limits how much is read at once. */
export const sizeOf = ({ cells }: Pick<StoredRecord, "cells">): number => estimateJson(cells);
