/*
 * What a field type is. One file each under field-types/; everything else asks here and never switches on a type's name.
 *
 *   value in a request ──read / typecast──▶ stored cell ──json / text──▶ value in an answer
 *
 * Stored cells hold ids (of choices, of people), so renaming rewrites no record; of a file all that is shown of it, since files do not
 * change. An empty cell is undefined and is not stored.
 */
import type * as z from "zod";
import type { UserId } from "#lib/schemas/basics/ids";
import type { FileToken } from "#lib/schemas/records/attachment";
import type { AiUse } from "./ai-tasks.ts";
import type { Family } from "./operators.ts";
import type { StatisticFunction } from "./statistics.ts";

export type StoredCell = string | number | boolean | string[] | Attachment[];

/** A file that was uploaded. */
export interface StoredFile {
  token: FileToken;
  size: number;
  mimetype: string;
  /** Of an image. */
  width?: number;
  height?: number;
}

/** A file in a cell, under a name. */
export interface Attachment extends StoredFile {
  id: string;
  name: string;
}

/** The files that a request's cells may name: those of the caller and of the base. */
export interface Files {
  byToken(token: string): StoredFile | undefined;
  /** By the id of an attachment that has it; with the name it got first. */
  byId(id: string): (StoredFile & { name: string }) | undefined;
}

/** Why a value is not one of the field's: what it must be, ready to stand behind the path of the cell. */
export class Refusal {
  readonly message: string;
  /** Where in the cell, if not all of it is meant. */
  readonly at: PropertyKey[];
  /** What else is wrong with it. */
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

/** The people a cell may name: those who may open the base. */
export interface People {
  byId(id: string): Person | undefined;
  /** By e-mail address, in letters of any case, or by exact name. */
  byText(text: string): Person | undefined;
}

/** What reading and showing cells may need besides the cell. */
export interface CellContext {
  /** ISO 8601 UTC with milliseconds, one instant for the whole request. */
  now: string;
  me: UserId;
  people: People;
  files: Files;
  /** Where a file can be read now, for whoever has the address. */
  addressOf(attachment: Attachment): string;
  /** Whether people are shown with their e-mail addresses. */
  showEmails: boolean;
}

/** The members of a record that computed fields show. */
export interface RecordMembers {
  autoNumber: number;
  createdTime: string;
  createdBy: UserId;
  lastModifiedTime?: string;
  lastModifiedBy?: UserId;
}

export interface FieldType<Options = unknown, Cell extends StoredCell = StoredCell> {
  readonly type: string;
  /** The name of a field that is created without one. */
  defaultName(options: Options): string;
  /** Options as sent, to options as stored: strict (an unknown key is an error), completed with what may be left out. */
  readonly options: z.ZodType<Options>;
  /** The options of a field that is created without any. */
  initialOptions(): Options;
  /** Options as sent for a field that is there, with what a client may leave out because the field has it already. */
  adopt?(sent: unknown, before: Options): unknown;
  /** Why cells that are stored would not fit the options any more. */
  unfit?(options: Options, before: Options): { path: PropertyKey[]; what: string } | undefined;
  readonly cellValueType: "string" | "number" | "boolean" | "dateTime";
  dbFieldType(options: Options): "TEXT" | "REAL" | "INTEGER" | "BOOLEAN" | "DATETIME" | "JSON";
  isMultiple(options: Options): boolean;
  readonly canBe: { readonly primary: boolean; readonly unique: boolean; readonly notNull: boolean };
  /** What a language model may fill its cells with; no aiConfig where it is left out. */
  readonly ai?: AiUse;
  /** Which says the filter operators it knows, and how its cells are compared. */
  family(options: Options): Family;
  statistics(options: Options): readonly StatisticFunction[];

  /** The cell of a record that does not name this field, when it is created. */
  initialCell?(options: Options, context: CellContext): Cell | undefined;
  /** Computed from the record's own members; such a field is never written. */
  compute?(record: RecordMembers): Cell | undefined;

  /** A value as it must be sent without typecast. Null never comes here. */
  read(value: unknown, options: Options, context: CellContext): Cell | undefined | Refusal;
  /** The best cell to be made of any value; undefined where nothing can be. May append to `options.choices` (the caller gives a copy). */
  typecast(value: unknown, options: Options, context: CellContext): Cell | undefined | Refusal;

  /** The cell as an answer shows it; undefined where what it pointed at is gone. */
  json(cell: Cell, options: Options, context: CellContext): unknown;
  /** The cell as text: `cellFormat=text`, the record's name. */
  text(cell: Cell, options: Options, context: CellContext): string;
  /** The ids of people that a request's value or a stored cell names, so that they can be looked up together. */
  peopleIn?(value: unknown): string[];
  /** The files that a request's value or a stored cell names: by their tokens, and by ids of attachments. */
  filesIn?(value: unknown): string[];
}
