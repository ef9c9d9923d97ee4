/* A field as it is stored, and what it is connected with in memory. */
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
  /** What the expression of a formula or rollup was compiled to. Of a rollup it is not stored. */
  formula?: StoredFormula;
  /** Whether it shows cells of linked records. `type` and `options` are those of the field that it looks up. */
  isLookup?: true;
  /** What a lookup or rollup looks up. */
  lookupOptions?: LookupOptions;
  /** The options of a lookup or rollup as they were sent; `options` follows from them and from the looked-up field. */
  ownOptions?: object;
  dbFieldName: string;
  description?: string;
  aiConfig?: AiConfig;
  isPrimary?: true;
  notNull?: true;
  unique?: true;
  /** Something that it needs is gone for now: the table of a link field is in the trash. Its cells can be read, not written. */
  hasError?: true;
  /** A text field that was a link field: the table that it showed is gone. Old cells, also in history and trash, may still hold links. "one": each cell held one. */
  wasLink?: true | "one";
  /** Where the links of such a field were: the last number of their places (LinkStorage.generation), if it is not 0. */
  wasGeneration?: number;
  /** A job is changing its cells. */
  pending?: JobId;
  /** A job is copying the cells of another field into it (lib/data/copies). */
  copying?: JobId;
  /** A job is filling its cells by a language model (lib/data/ai). */
  filling?: JobId;
  /** Of a link field: the cells of linked records that records keep for lookups, if any (cells/carried-cells.ts). */
  carries?: Carries;
  /** What it was before it was converted, the oldest first. A record says which of them its cell is of: StoredRecord.shapes. */
  former?: FormerField[];
  /** Made when a schema is read, so that reading a cell needs no other fields. Not stored. */
  [connection]?: Connection;
}

/** What the cells of a field are made of, as fields. */
export interface Connection {
  /** The fields that its formula uses, in the order of its `uses`; undefined in place of one that is gone. */
  inputs?: readonly (Field | undefined)[];
  /** The link field over which it looks up, also if what it looked up is gone. */
  link?: LookupSource["link"];
  /** What it looks up; undefined if the other table or the looked-up field is gone. */
  source?: LookupSource;
  /** The type of a lookup: how what it looks up is shown (lookup-shapes.ts). */
  type?: FieldType;
}

/** What a lookup shows. */
export interface LookupSource {
  /** The link field of the own table. */
  link: Field & { options: LinkOptions };
  /** The field of the other table that is looked up. */
  field: Field;
  /** The fields of the other table, for the filter and for formulas. */
  fields: readonly Field[];
  /** The records of the other table that have changed since links carried their cells; undefined if that is not known. */
  stale?: ReadonlySet<RecordId> | undefined;
}

/** The cells of the other table that records keep with a link. */
export interface Carries {
  /** Records name it: what they kept by an earlier definition is not read. */
  id: string;
  /** When it was made: ISO 8601 UTC. Records keep cells when no call can still write there without knowing of it. */
  since: string;
  /** The fields, and how often each had been converted. */
  fields: { id: FieldId; shape: number }[];
  /** Fields that lookups show and links cannot carry. Their changes are followed too: so others hear of them. */
  watched: FieldId[];
}

/**
 * What a record carries of the records that one of its cells links: the id of the definition, and an entry for each linked record. An entry
 * has the number of the record as its id has it, its cells in the order of the definition, and for each field that had been converted the
 * shape of the cell. A flat list: most of the time that reading takes is that of parsing.
 */
export type Carried = readonly [by: string, ...entries: unknown[]];

/** A field until it was converted. Its cells stay as they are: they are converted when they are read. */
export interface FormerField extends Pick<Field, "type" | "options" | "wasLink" | "wasGeneration"> {
  /** ISO 8601 UTC. */
  convertedTime: string;
  /** The people whom its cells name, as they were called then. */
  people?: FormerPerson[];
  /** Its texts are titles of links, not yet edited as a text: a title with a comma is one (`wasLink` says how many there are). */
  hasTitles?: true;
  /** How its texts are read, where that is ambiguous: decided when it was converted, by all of them. */
  reading?: ColumnReading;
  /** Its cells were computed from others. Every record got its cell when the field was converted. */
  isWritten?: true;
}

export interface FormerPerson {
  id: UserId;
  name: string;
  /** The texts in cells that name them: their name or e-mail address, as cells have them. */
  texts?: string[];
}

export interface LookupOptions {
  foreignTableId: TableId;
  lookupFieldId: FieldId;
  linkFieldId: FieldId;
  /** Only linked records that match it are looked up. */
  filter?: Filter | null;
}

/** A compiled formula. The tree is JSON: it nests deeper than the lists of the store may. */
export interface StoredFormula extends Omit<CompiledFormula, "tree"> {
  tree: string;
  /** The kinds of the fields in `uses`, which the tree was made for. */
  kinds: string[];
}
