/* A field as it is stored, and its connections in memory. */
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { FieldType } from "#lib/engine/field-types/shared/field-type";
import type { CompiledFormula } from "#lib/engine/formula/shared/kinds";
import type { ColumnReading } from "#lib/engine/values/column-reading";
import type { FieldId, JobId, RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import type { Filter } from "#lib/schemas/tables/filter";
import type { AiConfig } from "./ai-fields.ts";

/** The key of a connection. It is a symbol: no item of the store and no answer has it, and every copy of a field keeps it. */
export const connection: unique symbol = Symbol("connection");

export interface Field {
  id: FieldId;
  name: string;
  type: string;
  /** The output of the type's `options` schema. */
  options: unknown;
  /** The compiled expression of a formula or rollup. For a rollup it is not stored. */
  formula?: StoredFormula;
  /** Whether it shows cells of linked records. Then `type` and `options` come from the field that it looks up. */
  isLookup?: true;
  /** The table and field that a lookup or rollup looks up. */
  lookupOptions?: LookupOptions;
  /** The options of a lookup or rollup as the request had them; `options` is made from these and from the looked-up field. */
  ownOptions?: object;
  dbFieldName: string;
  description?: string;
  aiConfig?: AiConfig;
  isPrimary?: true;
  notNull?: true;
  unique?: true;
  /**
   * Something that the field needs is missing for now, for example because the table of a link field is in the trash. Its cells can be
   * read, but not written.
   */
  hasError?: true;
  /**
   * For a text field that was a link field until its table was deleted. Old cells, also in history and trash, may still hold links. "one":
   * each cell held one link.
   */
  wasLink?: true | "one";
  /** Where the links of such a field were stored: the last number of their partitions (LinkStorage.generation), if it is not 0. */
  wasGeneration?: number;
  /** A job is changing its cells. */
  pending?: JobId;
  /** A job is copying the cells of another field into it (lib/data/copies). */
  copying?: JobId;
  /** A job is filling its cells by a language model (lib/data/ai). */
  filling?: JobId;
  /** For a link field: the cells of linked records that records keep for lookups, if any (cells/carried-cells.ts). */
  carries?: Carries;
  /** The types that it had before conversions, the oldest first. A record says with which of them its cell was written: StoredRecord.shapes. */
  former?: FormerField[];
  /** Set when a schema is read, so that reading a cell needs no other fields. Not stored. */
  [connection]?: Connection;
}

/** The fields from which the cells of a field are computed. */
export interface Connection {
  /** The fields that its formula uses, in the order of its `uses`; undefined in place of a deleted field. */
  inputs?: readonly (Field | undefined)[];
  /** The link field that a lookup uses, even if its looked-up field was deleted. */
  link?: LookupSource["link"];
  /** The source of a lookup; undefined if the other table or the looked-up field was deleted. */
  source?: LookupSource;
  /** The type of a lookup, which decides how its cells are shown (lookup-shapes.ts). */
  type?: FieldType;
}

/** The field that a lookup shows, and how to reach it. */
export interface LookupSource {
  /** The link field of the own table. */
  link: Field & { options: LinkOptions };
  /** The field of the other table that is looked up. */
  field: Field;
  /** The fields of the other table, for the filter and for formulas. */
  fields: readonly Field[];
  /** The records of the other table that have changed after links carried their cells; undefined if they are not known. */
  stale?: ReadonlySet<RecordId> | undefined;
}

/** The cells of the other table that records keep with a link. */
export interface Carries {
  /** Records name it: cells that they kept by an earlier definition are not read. */
  id: string;
  /** When the definition was made: ISO 8601 UTC. Records keep cells as soon as every running call knows the definition. */
  since: string;
  /** The fields, and how often each had been converted. */
  fields: { id: FieldId; shape: number }[];
  /** Fields that lookups show and that links cannot carry. When they change, webhooks and titles are updated too. */
  watched: FieldId[];
}

/**
 * The cells that a record carries for one link field: the id of the definition, and an entry for each linked record. An entry has the
 * number of the record as in its id, its cells in the order of the definition, and, for each field that was converted, the shape of the
 * cell. It is a flat array, because most of the time of reading is spent on parsing.
 */
export type Carried = readonly [by: string, ...entries: unknown[]];

/** A field before a conversion. Its cells are not rewritten: they are converted when they are read. */
export interface FormerField extends Pick<Field, "type" | "options" | "wasLink" | "wasGeneration"> {
  /** ISO 8601 UTC. */
  convertedTime: string;
  /** The people whom its cells name, with the names that they had at that time. */
  people?: FormerPerson[];
  /** Its texts are titles of links and were not edited as text since. A title with a comma is one title (`wasLink` says how many links there are). */
  hasTitles?: true;
  /** How its ambiguous texts are read. All texts decided it when the field was converted. */
  reading?: ColumnReading;
  /** Its cells were computed. When the field was converted, every record got a stored cell. */
  isWritten?: true;
}

export interface FormerPerson {
  id: UserId;
  name: string;
  /** The texts by which cells name the person: a name or e-mail address. */
  texts?: string[];
}

export interface LookupOptions {
  foreignTableId: TableId;
  lookupFieldId: FieldId;
  linkFieldId: FieldId;
  /** Only linked records that match it are looked up. */
  filter?: Filter | null;
}

/** A compiled formula. The tree is JSON text, because it may be nested deeper than lists of the store. */
export interface StoredFormula extends Omit<CompiledFormula, "tree"> {
  tree: string;
  /** The kinds of the fields in `uses` for which the tree was made. */
  kinds: string[];
}
