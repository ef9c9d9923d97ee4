import type { Schema } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";

/** A table with its indexes, and the fields that its records are written with. */
export type IndexedTable = Pick<Schema, "table" | "indexes"> & { fields: readonly Field[] };
