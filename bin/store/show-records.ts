/* npm run store -- <table> [record]: prints records with the names of their fields. Cells are shown as they are stored. */
import { recordKey } from "#lib/data/records/record-keys";
import { readSlices } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { type FieldItem, type GoneField, type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { StartError, UsageError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { isRecordId, TableId } from "#lib/schemas/basics/ids";
import { getItem, keysStartingWith, readAll } from "#lib/store/store";

/** Prints a record, or without one all records of the table, each as a line of JSON. Throws a StartError if there is none with this id. */
export async function showRecords(table: string, record: string | undefined): Promise<void> {
  const { data: tableId } = TableId.safeParse(table);
  if (!tableId) throw new UsageError(`the id of a table is tbl… and not ${JSON.stringify(table)}`);
  const key = tableKey(tableId);
  if (!(await getItem<TableItem>(key))) throw new StartError(`there is no table ${tableId}`);
  const fields = await readAll<FieldItem | GoneField>({ pk: key.pk, ...keysStartingWith("FIELD#") });
  const names = nameFields(fields);
  if (record === undefined) {
    for await (const records of readSlices(tableId))
      for (const each of records) say(JSON.stringify(show(each, names)));
    return;
  }
  if (!isRecordId(record))
    throw new UsageError(`the id of a record is rec… and not ${JSON.stringify(record)}`);
  const found = await getItem<RecordItem>(recordKey(tableId, record));
  if (!found) throw new StartError(`there is no record ${record} in ${tableId}`);
  say(JSON.stringify(show(found, names), undefined, 2));
}

/** The names by the ids of fields. A deleted field has its id as well, since another may have its name. */
const nameFields = (fields: (FieldItem | GoneField)[]): ReadonlyMap<string, string> =>
  new Map(
    fields.map((field) => {
      const name = "name" in field ? field.name : undefined;
      return [
        field.id,
        field.entity === "field" ? String(name) : [name, `(deleted: ${field.id})`].join(" ").trim(),
      ];
    }),
  );

function show({ pk, sk, entity, cells, ...members }: RecordItem, names: ReadonlyMap<string, string>) {
  const named = Object.entries(cells).map(([id, cell]) => [names.get(id) ?? id, cell]);
  return { ...members, fields: Object.fromEntries(named) };
}
