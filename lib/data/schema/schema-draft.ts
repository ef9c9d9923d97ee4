/*
 * A change of the schemas of several tables, for one commit: a link field concerns two tables, and tables may be linked more than once.
 * Those who know a part of what changes (lib/data/link-fields) write it into one draft.
 *
 *   draft.of(id)    the fields, views and dependents of a table, which is read when it is first asked for
 *   draft.add(…)    what else belongs to the commit: jobs, the ends of shares
 */
import type { TableId } from "#lib/schemas/basics/ids";
import type { Change } from "#lib/store/commit";
import { mergeUpdates } from "#lib/store/merge-updates";
import { raiseVersions } from "./raise-versions.ts";
import { TableEdit } from "./table-edit.ts";
import { findKept, type Schema, schemaOf } from "./table-schema.ts";

export class SchemaDraft {
  readonly #edits = new Map<TableId, TableEdit>();
  readonly #besides: Change[] = [];

  constructor(known: readonly Schema[]) {
    for (const schema of known) this.#edits.set(schema.table.id, new TableEdit(schema));
  }

  /** The edit of a table, also of one in the trash; `undefined` if it does not exist or is being cleared. */
  async of(id: TableId): Promise<TableEdit | undefined> {
    const known = this.#edits.get(id);
    if (known) return known;
    const table = await findKept(id);
    if (!table) return undefined;
    const edit = new TableEdit(await schemaOf(table));
    this.#edits.set(id, edit);
    return edit;
  }

  /** The edit of a table whose schema is known. */
  known({ table }: Pick<Schema, "table">): TableEdit {
    const edit = this.#edits.get(table.id);
    if (!edit) throw new Error(`the draft does not know the table ${table.id}`);
    return edit;
  }

  /** Adds changes of other items. Several updates of one item become one. */
  add(...changes: Change[]): void {
    this.#besides.push(...changes);
  }

  /** The edits of all tables that were known or asked for. */
  all(): TableEdit[] {
    return [...this.#edits.values()];
  }

  /** Their schemas, with the fields as they will be. */
  after(): Schema[] {
    return this.all().map((edit) => ({ ...edit.schema, fields: edit.fieldsAfter() }));
  }

  /** All changes, with a new version of each schema that changes. Throws `Refused` if two were made from different states of an item. */
  changes(): Change[] {
    const edits = this.all();
    const changes = mergeUpdates([...edits.flatMap((edit) => edit.changes()), ...this.#besides]);
    const tables = edits.map(({ schema }) => schema.table);
    return raiseVersions(changes, tables);
  }
}

/** The changes that `edit` writes into a draft of these schemas and of others that it asks for, and what it returns. It writes nothing. */
export async function planSchemaEdit<Result>(
  known: readonly Schema[],
  edit: (draft: SchemaDraft) => Promise<Result>,
): Promise<{ changes: Change[]; result: Result }> {
  const draft = new SchemaDraft(known);
  const result = await edit(draft);
  return { changes: draft.changes(), result };
}
