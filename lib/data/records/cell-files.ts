/* Looking up the files that cells name, and keeping them for the tables that do. */

import type { Caller } from "#lib/data/identity/caller";
import type { Cells } from "#lib/engine/cells/cells";
import { publicPartIn } from "#lib/engine/field-types/shared/attachments";
import type { Attachment, Files } from "#lib/engine/field-types/shared/field-type";
import { type Field, filesIn, holdsFiles } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { FileToken } from "#lib/schemas/records/attachment";
import { isFileToken, publicPart } from "#lib/schemas/records/file-token";
import type { CellValues, FieldKeyType } from "#lib/schemas/records/record";
import { type Change, change, insert } from "#lib/store/commit";
import { getItems, type Key } from "#lib/store/store";
import { type FileItem, fileKeyAt, isThere, type Use } from "./attachments.ts";

interface Naming {
  fields: Field[];
  /** The cells of each record, as a request has them. */
  records: CellValues[];
  fieldKeyType: FieldKeyType;
}

export interface CellFiles {
  files: Files;
  /** What is written besides, when these cells go into records of a table that is or will be there. */
  taking(cells: Cells[], use: Use): Change[];
}

const none: CellFiles = {
  files: { byToken: () => undefined, byId: () => undefined },
  taking: () => [],
};

export const noFiles = none.files;

/** The files that records of a table name, or named. */
export const filesOf = (tableId: TableId) => ({ pk: `FILES#${tableId}` });

export const useOf = ({ id, baseId, spaceId }: { id: TableId } & Omit<Use, "tableId">): Use => ({
  tableId: id,
  baseId,
  spaceId,
});

/**
 * The files that the values of a request may name: those that the caller has uploaded himself, and those that are in the base
 * already, where he sees them anyhow. One round trip; nothing is read where no value names one.
 */
export async function claimFiles(
  { fields, records, fieldKeyType }: Naming,
  baseId: Use["baseId"],
  { userId, now }: Caller,
): Promise<CellFiles> {
  const holding = fields.filter(holdsFiles);
  if (holding.length === 0) return none;
  const parts = new Set<string>();
  for (const field of holding) {
    const key = field[fieldKeyType];
    for (const values of records)
      if (Object.hasOwn(values, key))
        for (const name of filesIn(field, values[key])) {
          const part = isFileToken(name) ? publicPart(name) : publicPartIn(name);
          if (part !== undefined) parts.add(part);
        }
  }
  if (parts.size === 0) return none;
  if (parts.size > limits.filesPerCall)
    throw invalid([
      {
        path: "",
        message: `names ${parts.size} files, the limit is ${limits.filesPerCall}: send less at once`,
      },
    ]);

  const found = (await getItems([...parts].map(fileKeyAt))) as FileItem[];
  return cellFiles(found.filter(usableBy({ userId, now }, baseId)), holding);
}

/** Of whoever uploaded it; and of all who write in a base that has it already, where they see it anyhow. */
export const usableBy =
  ({ userId, now }: Pick<Caller, "userId" | "now">, baseId: Use["baseId"]) =>
  (file: FileItem): boolean =>
    isThere(file, now) && (file.uploader === userId || file.uses.some((use) => use.baseId === baseId));

function cellFiles(found: FileItem[], holding: Field[]): CellFiles {
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
        // no attachment has it yet, so this is the id of none
        return file?.name === undefined ? undefined : { ...file, name: file.name };
      },
    },
    taking(cells, use) {
      const names = new Map<string, string>();
      for (const record of cells)
        for (const { id } of holding)
          for (const { token, name } of (record[id] ?? []) as Attachment[])
            if (!names.has(token)) names.set(token, name);
      return [...names].flatMap(([token, name]) => {
        const file = byToken(token);
        return file ? takingOne(file, name, use) : [];
      });
    },
  };
}

/** From then on however many comments name it: what a record has named stays with its table. */
function takingOne(file: FileItem, name: string, { tableId, baseId, spaceId }: Use): Change[] {
  const known = file.uses.find((use) => use.tableId === tableId);
  if (known && known.comments === undefined) return [];
  const uses = [...file.uses.filter((use) => use !== known), { tableId, baseId, spaceId }];
  return [
    change(file, { name: file.name ?? name, uses, expiresAt: undefined }),
    ...(known ? [] : [listFileChange(file, tableId)]),
  ];
}

/** It is in the list of the table's files from then on. */
export const listFileChange = ({ token }: FileItem, tableId: TableId): Change =>
  insert({ ...listedAt(token, tableId), entity: "fileUse", token });
export const listedAt = (token: FileToken, tableId: TableId): Key => ({ ...filesOf(tableId), sk: token });
