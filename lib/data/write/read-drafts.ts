/* What a request says of records, to the cells that they will have, or all that is wrong with it. */

import type { Caller } from "#lib/data/identity/caller";
import { type CellFiles, claimFiles } from "#lib/data/records/cell-files";
import { cellContext, findPeopleNamed } from "#lib/data/records/people";
import type { RecordItem } from "#lib/data/records/records";
import type { TableItem } from "#lib/data/schema/table-schema";
import { withDraftChoices } from "#lib/engine/cells/cells";
import { localizationOf } from "#lib/engine/cells/constraints";
import {
  completeDrafts,
  type Draft,
  type DraftContext,
  draftRecords,
  type RecordInput,
} from "#lib/engine/cells/new-records";
import { type Field, isComputed } from "#lib/engine/fields/field";
import { type Issue, invalid, unknownInside } from "#lib/schemas/basics/error";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { WantedRecord } from "./record-batch.ts";

interface DraftInput {
  said: RecordInput[];
  fieldKeyType: FieldKeyType;
  typecast: boolean;
  /** Whether records may be created, which get defaults; otherwise each draft is of a record that is there. */
  mayCreate?: boolean;
}

/** Drafts, and all that they were read with. `fields` are those of the table, with the choices that typecast makes. */
export interface Reading extends DraftContext {
  drafts: Draft[];
  mayCreate: boolean;
  files: CellFiles;
  /** The files as they are by now: for another attempt to write the same drafts. */
  readFilesAgain(): Promise<CellFiles>;
}

interface Into {
  fields: Field[];
  table: Pick<TableItem, "baseId" | "spaceId">;
}

/** Reads the cells that a request names; the people and files that they name are looked up in one round trip. */
export async function readDrafts(
  { fields: stored, table }: Into,
  { said, fieldKeyType, typecast, mayCreate = false }: DraftInput,
  caller: Caller,
): Promise<Reading> {
  const fields = typecast ? withDraftChoices(stored) : stored;
  const isNamed = (field: Field) =>
    !isComputed(field) && said.some(({ values }) => Object.hasOwn(values, field[fieldKeyType]));
  const naming = {
    fields: mayCreate ? fields : fields.filter(isNamed),
    records: said.map(({ values }) => values),
    fieldKeyType,
  };
  const readFiles = () => claimFiles(naming, table.baseId, caller);
  const [people, files] = await Promise.all([
    findPeopleNamed({ ...naming, typecast, me: caller.userId }, table),
    readFiles(),
  ]);
  const given = { fields, fieldKeyType, typecast, context: cellContext(caller, people, files.files) };
  return { ...given, drafts: draftRecords(said, given), mayCreate, files, readFilesAgain: readFiles };
}

/** What a caller knows of the records that the drafts are about. */
interface Known {
  /** Of each draft the record, if it is there. */
  found?: (RecordItem | undefined)[];
  /** What else is wrong. */
  issues?: Issue[];
  /** What else the request names and is not there. */
  unknown?: Issue[];
}

/**
 * Completes drafts with defaults, or with the cells that their records have, and checks constraints and limits. Throws 400 with all
 * that is wrong; if nothing is, 404 with all that is unknown.
 */
export function completeRecords(
  { name }: Pick<TableItem, "name">,
  reading: Reading,
  { found = [], issues = [], unknown = [] }: Known = {},
): WantedRecord[] {
  const drafts = reading.drafts.map((draft, i): Draft => {
    const before = found[i]?.cells ?? (reading.mayCreate ? undefined : {});
    return before ? { ...draft, before } : draft;
  });
  const prepared = completeDrafts(drafts, reading);
  const wrong = [...issues, ...prepared.issues];
  if (wrong.length > 0) throw invalid(wrong, prepared.broken && localizationOf(prepared.broken, name));
  const notThere = [...unknown, ...prepared.unknown];
  if (notThere.length > 0) throw unknownInside(notThere);
  return drafts.map(({ at, given }, i) => {
    const before = found[i];
    const cells = prepared.cells[i] ?? {};
    if (!before) return { at, cells };
    return given.size > 0 ? { at, before, cells } : { at, before };
  });
}
