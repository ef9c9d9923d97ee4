/* Renames a table in the link fields that name it: they say which table would hold their keys in a relational database (key-names.ts). */

import { isLink } from "#lib/data/links/link-items";
import type { Schema } from "#lib/data/schema/table-schema";
import { planSchemaEdit } from "#lib/data/schema-edits/schema-draft";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { Change } from "#lib/store/commit";
import { shownName } from "./new-link-changes.ts";

/** The changes of all tables whose link fields name this one as their host. */
export async function renameHost(schema: Schema, dbTableName: string): Promise<Change[]> {
  const { table, fields, dependents } = schema;
  const [before, after] = [shownName(table), shownName({ ...table, dbTableName })];
  const rename = (options: LinkOptions) =>
    options.fkHostTableName === before ? { ...options, fkHostTableName: after } : undefined;
  const { changes } = await planSchemaEdit([schema], async (draft) => {
    const own = draft.known(schema);
    for (const field of fields.filter((each) => isLink(each))) {
      const options = rename(field.options);
      if (!options) continue;
      own.changeField(field.id, { options });
      (await draft.of(options.foreignTableId))?.changeDependent(field.id, options);
    }
    for (const { fieldId, tableId, options: shown } of dependents) {
      const options = rename(shown);
      if (!options) continue;
      own.changeDependent(fieldId, options);
      (await draft.of(tableId))?.changeField(fieldId, { options });
    }
  });
  return changes;
}
