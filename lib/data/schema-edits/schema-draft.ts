/*
 * A change of schemas, for one commit. It may concern several tables: a link field has two, and tables may be linked more than once.
 * Each function that knows a part of the change writes it into the same draft.
 *
 *   draft.known(schema)   the edit of a table whose schema is read
 *   draft.of(id)          the same of any table: its schema is read when it is first asked for
 *   draft.add(…)          what else belongs to the commit: jobs, new fields, records
 *
 * The draft writes each item once, ends the indexes whose entries become wrong, and raises the versions of the schemas.
 */
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { findKept, type Schema, schemaOf, type ViewItem } from "#lib/data/schema/table-schema";
import { endShareChanges } from "#lib/data/schema/views";
import type { TableId, ViewId } from "#lib/schemas/basics/ids";
import type { Change } from "#lib/store/commit";
import { mergeUpdates } from "#lib/store/merge-updates";
import { TableEdit } from "./table-edit.ts";

export class SchemaDraft {
  readonly #edits = new Map<TableId, TableEdit>();
  readonly #besides: Change[] = [];
  readonly #endedShares = new Map<ViewId, ViewItem>();

  constructor(known: readonly Schema[]) {
    for (const schema of known) this.known(schema);
  }

  /** The edit of a table, also of one in the trash; `undefined` if it does not exist or is being cleared. */
  async of(id: TableId): Promise<TableEdit | undefined> {
    const known = this.#edits.get(id);
    if (known) return known;
    const table = await findKept(id);
    return table && this.known(await schemaOf(table));
  }

  /** The edit of a table whose schema is read. */
  known(schema: Schema): TableEdit {
    const { id } = schema.table;
    const edit = this.#edits.get(id) ?? new TableEdit(schema);
    this.#edits.set(id, edit);
    return edit;
  }

  /** Adds changes of other items. Several updates of one item become one. */
  add(...changes: Change[]): void {
    this.#besides.push(...changes);
  }

  /** Ends the share of a view. */
  endShare(view: ViewItem): void {
    if (this.#endedShares.has(view.id)) return;
    this.#endedShares.set(view.id, view);
    this.add(...endShareChanges(view));
  }

  /** The views whose shares end. */
  get endedShares(): ViewId[] {
    return [...this.#endedShares.keys()];
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
  async changes(): Promise<Change[]> {
    const edits = this.all();
    const changes = await Promise.all(edits.map((edit) => edit.changes()));
    const tables = edits.map(({ schema }) => schema.table);
    const views = [...this.#endedShares.values()];
    // late: calls on records carry this module, and end no share
    const ended = views.length > 0 ? await (await logShares()).logEndedShares(views, tables) : [];
    return raiseVersions(mergeUpdates([...changes.flat(), ...this.#besides, ...ended]), tables);
  }
}

const logShares = () => import("#lib/data/schema/log-shares");

/** A draft, and the edit of the table that a call is about. */
export interface Edited {
  draft: SchemaDraft;
  own: TableEdit;
}

/** The changes that `edit` writes into a draft of these schemas and of others that it asks for, and what it returns. It writes nothing. */
export async function planSchemaEdit<Result>(
  known: readonly Schema[],
  edit: (draft: SchemaDraft) => Promise<Result>,
): Promise<{ changes: Change[]; result: Result }> {
  const draft = new SchemaDraft(known);
  const result = await edit(draft);
  return { changes: await draft.changes(), result };
}
