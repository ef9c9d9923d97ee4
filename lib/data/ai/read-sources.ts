/* Reads the sources from which a model fills a cell of a record: texts of other cells, and files. */

import { createHash } from "node:crypto";
import type { Caller } from "#lib/data/identity/caller";
import type { RecordItem } from "#lib/data/records/records";
import { showRecords } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import { textSources } from "#lib/engine/ai/prompt";
import { makeReshaper } from "#lib/engine/cells/stored-cells";
import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import type { AiConfig } from "#lib/engine/fields/ai-fields";
import { type Field, holdsFiles } from "#lib/engine/fields/field";

export interface Sources {
  fields: Field[];
  textOf: (source: Field) => string;
  /** The files of the attachment fields that the aiConfig names. */
  files: Attachment[];
  /** The task has source fields, but their cells in this record are empty. */
  isEmpty: boolean;
  /** The same as long as the record has the same in them. */
  hash: string;
}

/** The sources of some records, in their order. */
export async function readSources(
  schema: Pick<Schema, "fields">,
  config: AiConfig,
  records: RecordItem[],
  caller: Caller,
): Promise<Sources[]> {
  const fields = textSources(config, schema.fields);
  const shown = await showRecords(records, fields, { fieldKeyType: "id", cellFormat: "text" }, caller);
  const reshape = makeReshaper(schema.fields);
  return records.map((record, i) => {
    const { cells } = reshape(record);
    // a file is named; its token, by which it can be read, is not sent
    const textOf = (source: Field) =>
      holdsFiles(source)
        ? filesIn(cells[source.id])
            .map(({ name }) => name)
            .join(", ")
        : String(shown[i]?.fields[source.id] ?? "");
    const files = (config.attachmentFieldIds ?? []).flatMap((id) => filesIn(cells[id]));
    const texts = fields.map(textOf);
    return {
      fields,
      textOf,
      files,
      isEmpty: fields.length > 0 && texts.every((text) => text.trim() === ""),
      hash: hashOf([texts, files.map(({ token }) => token)]),
    };
  });
}

const filesIn = (cell: unknown): Attachment[] =>
  Array.isArray(cell)
    ? cell.filter((each): each is Attachment => typeof each === "object" && "token" in each)
    : [];

/** A short hash of JSON. */
export const hashOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("base64url")
    .slice(0, 16);
