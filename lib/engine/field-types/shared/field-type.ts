/*
 * The interface of field types. Each type has a file under field-types/; other code uses this interface. The few places that know a
 * type by its name, such as those that round ratings, are found by its name in quotes.
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

/** A file in a cell, with its name in this cell. */
export interface Attachment extends StoredFile {
  id: string;
  name: string;
}

/** The files that the cells of a request may refer to: files of the caller and of the base. */
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
  /** Why no record with this title was made, where a call may make some, as the end of a sentence. */
  notMade?(title: string): string | undefined;
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
  /** Finds a person by e-mail address, ignoring case, or by exact name. */
  byText(text: string): Named<Person>;
  /** Whether the name of this person would be read as another person, or as several. Only set where texts are written that will be read back. */
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
  /** The records that a link field may link. `options` must be the same object that the field has. */
  targetsOf(options: unknown): LinkTargets;
  /** The cells that a lookup finds in the records to which a record links, each as it is stored or computed there. Set only if lookups were read. */
  lookUp?(lookup: object, record: object): (StoredCell | undefined)[];
  /** A signed URL of the file, which expires and needs no token. */
  addressOf(attachment: Attachment, thumbnail?: Thumbnail): string;
  /** Set if records have so many files that the addresses of thumbnails would not fit into an answer. */
  hidesThumbnails?: true;
  /**
   * Set for visitors of a share: they see the titles of linked records, whose table is not shared, and the names of files, but no ids and
   * no tokens.
   */
  hidesLinkIds?: true;
  /** Whether the caller may see e-mail addresses. */
  showEmails: boolean;
  /** How much work the formulas and lookups of the call may still do. Copies of a context share it. */
  work?: Work | undefined;
  /** Set if texts are written so that they are read back exactly (`written`): records by title and id, people by e-mail address or id. */
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
  /** Converts the options of a request to stored options: refuses unknown keys, adds defaults. */
  readonly options: z.ZodType<Options>;
  /** The options of a field that is created without any. */
  initialOptions(): Options;
  /** Completes options that were merged into the options of a field, for example with ids of choices. `sent` are the options in the request. */
  adopt?(merged: Members, before: Options, sent: Members): Members;
  /** The option that cannot be changed without making stored cells invalid, and what the change would mean; undefined if it is not changed. */
  unfit?(options: Options, before: Options): { path: PropertyKey[]; what: string } | undefined;
  /** What `unique` compares of a cell, if not the stored cell; `basis` is a fingerprint of what that depends on. */
  uniqueBy?(options: Options): { basis: string; of(cell: Cell): StoredCell } | undefined;
  /** The options that answers show, if not all. */
  shownOptions?(options: Options): Options;
  /** Whether a field cannot be created without options. */
  readonly needsOptions?: true;
  readonly cellValueType: "string" | "number" | "boolean" | "dateTime";
  /** Only announced, nothing depends on it. */
  dbFieldType(options: Options): "TEXT" | "REAL" | "INTEGER" | "BOOLEAN" | "DATETIME" | "JSON";
  isMultiple(options: Options): boolean;
  readonly canBe: { readonly primary: boolean; readonly unique: boolean; readonly notNull: boolean };
  /** The kind of aiConfig; absent if the type cannot have one. */
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
  /**
   * Converts a value if all of it means a cell of this type, and refuses others. Undefined only for a value that means an empty cell. May
   * append to `options.choices`, so the caller passes a copy.
   */
  typecast(value: unknown, options: Options, context: CellContext): Cell | undefined | Refusal;

  /**
   * Reads a text of a column as `typecast` would read it alone, except that the column decides how ambiguous texts are read. Only for types
   * whose texts can be ambiguous.
   */
  readText?(
    text: string,
    options: Options,
    context: Pick<CellContext, "now">,
    reading: ColumnReading,
  ): Cell | undefined | Refusal;
  /** Gathers what the texts of a column prove about how they are read. */
  gatherEvidence?(options: Options): Evidence;

  /** The cell in responses; undefined if the thing that it refers to was deleted. */
  json(cell: Cell, options: Options, context: CellContext): unknown;
  /** The cell as a person reads it: the record's name, searches, titles of links. */
  text(cell: Cell, options: Options, context: CellContext): string;
  /**
   * The cell as a text that `typecast` reads back to the same cell; absent if that is `text`. Used by `cellFormat=text`, exports, copied
   * cells and conversions. See `writeCell`.
   */
  written?(cell: Cell, options: Options, context: CellContext): string;
  /** The texts of the elements of a cell that is a list. */
  elements?(cell: Cell, options: Options, context: CellContext): (string | undefined)[];
  /** The ids of people in a value or a stored cell, so that they can be looked up together. */
  peopleIn?(value: unknown): string[];
  /** The records that a value names by id and, with `typecast`, by title, so that they can be looked up together. */
  linksIn?(value: unknown, typecast: boolean): { ids: string[]; titles: string[] };
  /** The file tokens and attachment ids in a value or a stored cell. */
  filesIn?(value: unknown): string[];
}

/** The cell as text that `typecast` reads back. */
export const writeCell = (type: FieldType, ...cell: Parameters<FieldType["text"]>): string =>
  (type.written ?? type.text)(...cell);
