/* Looks up the files that cells name, and adds the table to the uses of these files. */

import type { Caller } from "#lib/data/identity/caller";
import { publicPartIn } from "#lib/engine/field-types/shared/attachments";
import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import { type Field, filesIn, holdsFiles } from "#lib/engine/fields/field";
import { valueFor } from "#lib/engine/fields/field-keys";
import { invalid } from "#lib/schemas/basics/error";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { FileToken } from "#lib/schemas/records/attachment";
import { isFileToken, publicPart } from "#lib/schemas/records/file-token";
import { awaitsThumbnails } from "#lib/schemas/records/thumbnail";
import { type Change, change, insert } from "#lib/store/commit";
import { getItems, type Key } from "#lib/store/store";
import { type FileItem, fileKeyAt, isThere, type Use } from "./attachments.ts";
import { type CellFiles, type NamedCells, noCellFiles } from "./named-cells.ts";

/** The partition that lists the files of a table: those that its records name or once named. */
export const filesOf = (tableId: TableId) => ({ pk: `FILES#${tableId}` });

/**
 * The files that the values of a request name and that the caller may use: own uploads, and files that the base already uses. One round
 * trip; none if no value names a file. Throws 400 for too many files.
 */
export async function claimFiles(
  { fields, records, keys }: NamedCells,
  baseId: Use["baseId"],
  { userId, now }: Caller,
): Promise<CellFiles> {
  const holding = fields.filter(holdsFiles);
  if (holding.length === 0) return noCellFiles;
  const parts = new Set<string>();
  for (const field of holding) {
    const valueIn = valueFor(keys, field);
    for (const values of records)
      for (const name of filesIn(field, valueIn(values))) {
        const part = isFileToken(name) ? publicPart(name) : publicPartIn(name);
        if (part !== undefined) parts.add(part);
      }
  }
  if (parts.size === 0) return noCellFiles;
  if (parts.size > limits.filesPerCall)
    throw invalid([
      {
        path: "",
        message: `at most ${limits.filesPerCall} files per call; got ${parts.size}`,
      },
    ]);

  const found = await getItems<FileItem>([...parts].map(fileKeyAt));
  return cellFiles(found.filter(usableBy({ userId, now }, baseId)), holding);
}

/** Whether the caller may use a file in a base: as its uploader, or because the base already uses it, so that members see it anyway. */
export const usableBy =
  ({ userId, now }: Pick<Caller, "userId" | "now">, baseId: Use["baseId"]) =>
  (file: FileItem): boolean =>
    isThere(file, now) && (file.uploader === userId || file.uses.some((use) => use.baseId === baseId));

/** These files, for cells of these fields. */
export function cellFiles(found: FileItem[], holding: Field[]): CellFiles {
  const byPart = new Map(found.map((file) => [publicPart(file.token), file]));
  const byToken = (token: string) => {
    const file = byPart.get(publicPart(token as FileToken));
    return file?.token === token ? file : undefined;
  };
  return {
    files: {
      byToken,
      byId(id) {
        const file = byPart.get(publicPartIn(id) ?? "");
        // a file without a name is in no record yet, so it has no attachment id
        return file?.name === undefined ? undefined : { ...file, name: file.name };
      },
    },
    useChanges(records, use) {
      const named = new Map<string, { name: string; by: Set<RecordId> }>();
      for (const { id: recordId, cells } of records)
        for (const { id } of holding)
          for (const { token, name } of (cells[id] ?? []) as Attachment[]) {
            const known = named.get(token) ?? { name, by: new Set() };
            named.set(token, known);
            known.by.add(recordId);
          }
      return [...named].flatMap(([token, { name, by }]) => {
        const file = byToken(token);
        return file ? useChangesOf(file, { name, by: [...by] }, use) : [];
      });
    },
  };
}

/**
 * Adds a use by records, which replaces one by comments: a file that a record has used stays with the table. Notes the records if the
 * thumbnails of the file are still to be made.
 */
function useChangesOf(
  file: FileItem,
  { name, by }: { name: string; by: RecordId[] },
  { tableId, baseId, spaceId }: Use,
): Change[] {
  const known = file.uses.find((use) => use.tableId === tableId);
  const isKept = known && known.comments === undefined;
  const isAwaited = awaitsThumbnails(file);
  if (isKept && !isAwaited) return [];
  const uses = [...file.uses.filter((use) => use !== known), { tableId, baseId, spaceId }];
  const coming = by.map((recordId) => ({ tableId, recordId }));
  return [
    change(file, {
      ...(!isKept && { name: file.name ?? name, uses, expiresAt: undefined }),
      ...(isAwaited && { waiting: [...(file.waiting ?? []), ...coming].slice(-mostWaiting) }),
    }),
    ...(known ? [] : [listFileChange(file, tableId)]),
  ];
}

/** Thumbnails take some seconds; so many records can be noted until then, because an item holds 400 KB. */
const mostWaiting = 1000;

/** Adds a file to the list of the table's files. */
export const listFileChange = ({ token }: FileItem, tableId: TableId): Change =>
  insert({ ...listedAt(token, tableId), entity: "fileUse", token });
export const listedAt = (token: FileToken, tableId: TableId): Key => ({ ...filesOf(tableId), sk: token });
