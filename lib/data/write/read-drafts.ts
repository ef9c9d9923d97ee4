/* Reads the cell values of a request: the result are the cells that the records will have, or all errors of the request. */

import type { Caller } from "#lib/data/identity/caller";
import type { MakeLinked, readTargets, Targets } from "#lib/data/links/read-targets";
import { type CellFiles, noCellFiles } from "#lib/data/records/named-cells";
import { cellContext, findPeopleNamed } from "#lib/data/records/people";
import type { RecordItem } from "#lib/data/records/records";
import type { DependentItem, TableItem } from "#lib/data/schema/table-schema";
import { withDraftChoices } from "#lib/engine/cells/cells";
import { localizationOf } from "#lib/engine/cells/constraints";
import {
  completeDrafts,
  type Draft,
  type DraftContext,
  draftRecords,
  type RecordInput,
} from "#lib/engine/cells/new-records";
import { makeReshaper } from "#lib/engine/cells/stored-cells";
import { type Field, holdsFiles, holdsLinks, holdsPeople, isComputed } from "#lib/engine/fields/field";
import { answerKeyType, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { type Issue, invalid, unknownInside } from "#lib/schemas/basics/error";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { WantedRecord } from "./record-batch.ts";

/** For each input the record that it changes, if there is one. */
type FindRecords = () => Promise<(RecordItem | undefined)[]>;

export interface DraftInput {
  inputs: RecordInput[];
  /** If absent, the same kind as the keys of the cells. */
  fieldKeyType?: FieldKeyType | undefined;
  typecast: boolean;
  /** Whether records may be created; new records get defaults. Otherwise each draft edits an existing record. */
  mayCreate?: boolean;
  /** Makes records of titles in link cells that no record has. */
  makeLinked?: MakeLinked | undefined;
  /** Cells of changed records may still name people who have left. */
  found?: FindRecords;
  /** Whether cells may name people who are no members, as in a copied table. */
  keepsPeople?: boolean;
}

/** Drafts, and everything they were read with. `fields` are the table's, including new choices that typecast adds. */
export interface Reading extends DraftContext {
  /** The kind of keys by which the answer names the fields. */
  fieldKeyType: FieldKeyType;
  drafts: Draft[];
  mayCreate: boolean;
  files: CellFiles;
  /** The records that the request links, if any. */
  targets: Targets | undefined;
  /** The link fields elsewhere that show records of this table. */
  dependents: DependentItem[];
  /** Reads the files again, for another attempt to write the same drafts. */
  readFilesAgain(): Promise<CellFiles>;
}

interface DraftTable {
  fields: Field[];
  table: Pick<TableItem, "baseId" | "spaceId">;
  dependents?: DependentItem[];
}

/** Reads the cells that a request names. The people and files that they name are looked up in one round trip. */
export async function readDrafts(
  { fields: tableFields, table, dependents = [] }: DraftTable,
  { inputs, fieldKeyType, typecast, mayCreate = false, keepsPeople = false, makeLinked, found }: DraftInput,
  caller: Caller,
): Promise<Reading> {
  const fields = typecast ? withDraftChoices(tableFields) : tableFields;
  const records = inputs.map(({ values }) => values);
  const keys = makeFieldKeys(fields, answerKeyType(fields, fieldKeyType, records));
  const isNamed = (field: Field) =>
    !isComputed(field) &&
    keys.keysOf(field).some((key) => records.some((values) => Object.hasOwn(values, key)));
  const naming = { fields: mayCreate ? fields : fields.filter(isNamed), records, keys };
  const readFiles = async () =>
    naming.fields.some(holdsFiles)
      ? (await import("#lib/data/records/cell-files")).claimFiles(naming, table.baseId, caller)
      : noCellFiles;
  const [people, files, targets] = await Promise.all([
    findPeopleNamed({ ...naming, typecast, keepsPeople, me: caller.userId }, table),
    readFiles(),
    fields.some(holdsLinks) ? readTargetsOf({ ...naming, typecast }, caller, makeLinked) : undefined,
  ]);
  const draftContext = {
    fields,
    keys,
    typecast,
    context: cellContext(caller, people, files.files, targets?.of),
  };
  const read = await keepFormer(draftRecords(inputs, draftContext), draftContext, { inputs, found });
  const drafts = await mergeSeen(read, keys, { inputs, found });
  const around = { files, targets, dependents, readFilesAgain: readFiles };
  return { ...draftContext, ...around, fieldKeyType: keys.type, drafts, mayCreate };
}

/** The drafts, with people who have left allowed in cells that name them already. Imports the code only if people are refused. */
export async function keepFormer(
  drafts: Draft[],
  how: DraftContext,
  { inputs, found }: { inputs: RecordInput[]; found: FindRecords | undefined },
): Promise<Draft[]> {
  if (!found || !drafts.some(({ refused }) => [...refused].some(holdsPeople))) return drafts;
  const { keepFormerPeople } = await import("./former-people.ts");
  return keepFormerPeople(drafts, how, { inputs, found: await found() });
}

/** The drafts, with lists merged with those of the records. Imports the code only for a request that says what its lists were. */
async function mergeSeen(
  drafts: Draft[],
  keys: DraftContext["keys"],
  { inputs, found }: { inputs: RecordInput[]; found: FindRecords | undefined },
): Promise<Draft[]> {
  if (!found || inputs.every(({ seen }) => !seen)) return drafts;
  const { mergeDrafts } = await import("./merge-drafts.ts");
  return mergeDrafts(drafts, keys, { inputs, found: await found() });
}

/** Imports the code only for a table with link fields. */
const readTargetsOf: typeof readTargets = async (...naming) =>
  (await import("#lib/data/links/read-targets")).readTargets(...naming);

interface FoundRecords {
  /** For each draft the existing record, if there is one. */
  found?: (RecordItem | undefined)[];
  /** Further errors of the request, for the 400. */
  issues?: Issue[];
  /** Further names and ids in the request that do not exist, for the 404. */
  unknown?: Issue[];
}

/**
 * Completes drafts with defaults, or with the cells of the existing records, and checks constraints and limits. Throws 400 with all
 * errors; if there are none, 404 with everything that does not exist.
 */
export function completeRecords(
  { name }: Pick<TableItem, "name">,
  reading: Reading,
  { found = [], issues = [], unknown = [] }: FoundRecords = {},
): WantedRecord[] {
  const reshape = makeReshaper(reading.fields);
  const drafts = reading.drafts.map((draft, i): Draft => {
    const record = found[i];
    const before = (record && reshape(record).cells) ?? (reading.mayCreate ? undefined : {});
    return before ? { ...draft, before } : draft;
  });
  const prepared = completeDrafts(drafts, reading);
  const allIssues = [...issues, ...prepared.issues];
  if (allIssues.length > 0)
    throw invalid(allIssues, prepared.broken && localizationOf(prepared.broken, name));
  const allUnknown = [...unknown, ...prepared.unknown];
  if (allUnknown.length > 0) throw unknownInside(allUnknown);
  return drafts.map(({ at, given, seenLinks }, i) => {
    const before = found[i];
    const cells = prepared.cells[i] ?? {};
    if (!before) return { at, cells };
    return given.size > 0 ? { at, before, cells, ...(seenLinks && { seenLinks }) } : { at, before };
  });
}
