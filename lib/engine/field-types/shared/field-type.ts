/*
 * The interface of field types. Each type has a file under field-types/; other code uses this interface and never checks the
 * name of a type.
 *
 *   value in a request ──read / typecast──▶ stored cell ──json / text──▶ value in a response
 *
 * Stored cells hold ids of choices and people, so that a rename changes no record. They hold all data of a file, because files
 * never change. An empty cell is undefined and is not stored.
 */
import type * as z from "zod";
import type { ColumnReading, Evidence } from "#lib/engine/values/column-reading";
import type { Work } from "#lib/engine/values/units-of-work";
import type { RecordId, UserId } from "#lib/schemas/basics/ids";
import type { FileToken } from "#lib/schemas/records/attachment";
import type { Thumbnail } from "#lib/schemas/records/thumbnail";
import type { AiUse } from "./ai-tasks.ts";
import type { Family } from "./operators.ts";
import type { StatisticFunction } from "./statistics.ts";

export type StoredCell =
  | string
  | number
  | boolean
  | (string | number | boolean)[]
  | Attachment[]
  | LinkedRecord[];

/** An uploaded file. */
export interface StoredFile {
  token: FileToken;
  size: number;
  mimetype: string;
  /** Width and height in pixels, for images. */
  width?: number;
  height?: number;
  /** Its thumbnails, once they are made. */
  thumbnails?: Thumbnail[];
}

/** A file in a cell, with the name it has there. */
export interface Attachment extends StoredFile {
  id: string;
  name: string;
}

/** The files that the cells of a request may refer to: those of the caller and of the base. */
export interface Files {
  byToken(token: string): StoredFile | undefined;
  /** The file of the attachment with this id, with the first name that the file had. */
  byId(id: string): (StoredFile & { name: string }) | undefined;
}

/** A linked record, with its title at the time of the last change of either. A record without a name has no title. */
export interface LinkedRecord {
  id: RecordId;
  title?: string;
}

/** What a text names; `several` if more than one thing has this name, so that the text alone cannot tell which. */
export type Named<Each> = Each | "several" | undefined;

/** The records that the cells of a link field in a request may link to. */
export interface LinkTargets {
  byId(id: string): LinkedRecord | undefined;
  /** The record with this title. */
  byTitle(title: string): Named<LinkedRecord>;
  /** Why no record can be linked at all. */
  refusal?: string;
}

/** Why a value is invalid for a field: a message that follows the path of the cell ("must be …"). */
export class Refusal {
  readonly message: string;
  /** The path inside the cell; empty for the whole cell. */
  readonly at: PropertyKey[];
  /** Further refusals of the same value. */
  readonly more: Refusal[];

  constructor(message: string, at: PropertyKey[] = [], more: Refusal[] = []) {
    this.message = message;
    this.at = at;
    this.more = more;
  }
}

export interface Person {
  id: UserId;
  name: string;
  email?: string;
  avatar?: string;
}

/** The people that cells may refer to: the collaborators of the base. */
export interface People {
  byId(id: string): Person | undefined;
  /** By e-mail address without case, or by exact name. */
  byText(text: string): Named<Person>;
  /** Whether the name of a person would be read as another one, or as several. Only where texts are written that are read back. */
  isUnclear?(person: Person): boolean;
}

/** What field types need, besides the cell, to read and show it. */
export interface CellContext {
  /** The time of the request: ISO 8601 UTC with milliseconds. */
  now: string;
  /** The caller. */
  me: UserId;
  people: People;
  files: Files;
  /** The records that may be linked by the link field with these options, which are the very object that the field has. */
  targetsOf(options: unknown): LinkTargets;
  /** The cells that a lookup finds in the records that a record links, each as it is stored or computed there. Only where lookups were read. */
  lookUp?(lookup: object, record: object): (StoredCell | undefined)[];
  /** A signed URL of the file, which expires and needs no token. */
  addressOf(attachment: Attachment, thumbnail?: Thumbnail): string;
  /** For records with so many files that the addresses of thumbnails would not fit into an answer. */
  hidesThumbnails?: true;
  /** For visitors of a share: they see the titles of linked records, whose table is not shared, and the names of files; no ids, no tokens. */
  hidesLinkIds?: true;
  /** Whether the caller may see e-mail addresses. */
  showEmails: boolean;
  /** What the formulas and lookups of the call may still do. Copies of a context share it. */
  work?: Work | undefined;
  /** Written texts name records by title and id, people by e-mail address or id: they are read back exactly (`written`). */
  isExact?: boolean;
}

/** The members of a record that computed fields show. */
export interface RecordMembers {
  autoNumber: number;
  createdTime: string;
  createdBy: UserId;
  lastModifiedTime?: string;
  lastModifiedBy?: UserId;
}

/** Options of any type, before they are checked. */
export interface Members {
  [name: string]: unknown;
}

export interface FieldType<Options = unknown, Cell extends StoredCell = StoredCell> {
  readonly type: string;
  /** The name of a field that is created without one. */
  defaultName(options: Options): string;
  /** Converts options as sent to options as stored: refuses unknown keys, adds defaults. */
  readonly options: z.ZodType<Options>;
  /** The options of a field that is created without any. */
  initialOptions(): Options;
  /** Completes options that were merged into those of a field with what belongs together, for example choices and their ids. `sent` is what the request names. */
  adopt?(merged: Members, before: Options, sent: Members): Members;
  /** The option that would make stored cells invalid, and what changing it means; undefined if there is none. */
  unfit?(options: Options, before: Options): { path: PropertyKey[]; what: string } | undefined;
  /** What `unique` compares of a cell, if not the cell as it is stored; `basis` says what that depends on. */
  uniqueBy?(options: Options): { basis: string; of(cell: Cell): StoredCell } | undefined;
  /** The options as answers show them, if not all of them. */
  shownOptions?(options: Options): Options;
  /** Whether a field cannot be created without options. */
  readonly needsOptions?: true;
  readonly cellValueType: "string" | "number" | "boolean" | "dateTime";
  dbFieldType(options: Options): "TEXT" | "REAL" | "INTEGER" | "BOOLEAN" | "DATETIME" | "JSON";
  isMultiple(options: Options): boolean;
  readonly canBe: { readonly primary: boolean; readonly unique: boolean; readonly notNull: boolean };
  /** The kind of aiConfig; left out if the type cannot have one. */
  readonly ai?: AiUse;
  /** The family determines the filter operators and how cells are compared. */
  family(options: Options): Family;
  statistics(options: Options): readonly StatisticFunction[];

  /** The default cell of new records. */
  initialCell?(options: Options, context: CellContext): Cell | undefined;
  /** Whether values for its cells are ignored, because they are computed. */
  readonly isComputed?: true;
  /** Computes the cell from the members of the record. */
  compute?(record: RecordMembers): Cell | undefined;

  /** Reads a value without typecast. The value is never null. */
  read(value: unknown, options: Options, context: CellContext): Cell | undefined | Refusal;
  /** Converts a value that means a cell of this type as a whole, and refuses others: undefined only for a value that means an empty cell. May append to `options.choices`, so the caller passes a copy. */
  typecast(value: unknown, options: Options, context: CellContext): Cell | undefined | Refusal;

  /** Reads a text of a column, as `typecast` reads a text that stands alone: what is ambiguous is decided for the column. Only of types whose texts can be ambiguous. */
  readText?(
    text: string,
    options: Options,
    context: Pick<CellContext, "now">,
    reading: ColumnReading,
  ): Cell | undefined | Refusal;
  /** Gathers what the texts of a column prove about how they are read. */
  gatherEvidence?(options: Options): Evidence;

  /** The cell as responses show it; undefined if what it refers to was deleted. */
  json(cell: Cell, options: Options, context: CellContext): unknown;
  /** The cell as text: `cellFormat=text`, the record's name. */
  text(cell: Cell, options: Options, context: CellContext): string;
  /**
   * The cell as text that `typecast` reads back to the same cell, where that is another text: `cellFormat=text`, exports, copied cells,
   * conversions. See `writeCell`.
   */
  written?(cell: Cell, options: Options, context: CellContext): string;
  /** The texts of the elements of a cell that is a list. */
  elements?(cell: Cell, options: Options, context: CellContext): (string | undefined)[];
  /** The ids of people in a value or a stored cell, so that they can be looked up together. */
  peopleIn?(value: unknown): string[];
  /** The records that a value names, so that they can be looked up together: by id, with `typecast` also by title. */
  linksIn?(value: unknown, typecast: boolean): { ids: string[]; titles: string[] };
  /** The file tokens and attachment ids in a value or a stored cell. */
  filesIn?(value: unknown): string[];
}

/** The cell as text that `typecast` reads back. */
export const writeCell = (type: FieldType, ...cell: Parameters<FieldType["text"]>): string =>
  (type.written ?? type.text)(...cell);
