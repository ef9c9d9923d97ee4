/* What a draft of a schema (schema-draft.ts) changes of one table. Each item is changed once, however many reasons there are. */

import type { DependentItem, FieldItem, GoneField, Schema, ViewItem } from "#lib/data/schema/table-schema";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { aiWithoutFields } from "#lib/engine/fields/ai-fields";
import { uniqueBasis } from "#lib/engine/fields/field";
import { type ViewChange, withoutFields } from "#lib/engine/views/view-fields";
import type { FieldId, JobId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { type Change, change, remove } from "#lib/store/commit";

type Attributes = Record<string, unknown>;

/** What a deleted field keeps besides its id and type, until its cells are cleared. */
interface Removal {
  deletedTime: string;
  jobId: JobId;
  /** Of a one-way link: the other table, whose records have the hidden side. */
  hiddenAt?: TableId;
  generation?: number;
  /** It goes to the trash: it keeps its content. */
  kept?: true;
  /** Its deletion is in the trash of this other table. */
  deletedIn?: TableId;
  /** As the trash keeps them. */
  options?: object;
  lookupOptions?: object;
}

/** What happens to the schema of one table. */
export class TableEdit {
  readonly schema: Schema;
  readonly #fields = new Map<string, Attributes>();
  /** Fields that become others: as the schema has them when it is read, and what their items store of that. */
  readonly #replaced = new Map<string, { after: FieldItem; stored: Attributes }>();
  readonly #views = new Map<string, ViewChange>();
  readonly #removed = new Map<string, Removal>();
  /** Fields that leave the trash: restored, or changed or cleared there. */
  readonly #gone = new Map<string, { item: GoneField; attributes: Attributes; isRestored: boolean }>();
  readonly #dependents = new Map<string, LinkOptions | undefined>();
  /** Those of link fields that go into the trash. */
  readonly #kept = new Set<string>();
  /** Of link fields in the trash: with options they are restored, without they go for good. */
  readonly #keptBefore = new Map<string, LinkOptions | undefined>();

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /** The ids of the fields that are deleted. */
  get removed(): ReadonlySet<string> {
    return new Set(this.#removed.keys());
  }

  /** The fields as they will be, without those that the same commit adds. */
  fieldsAfter(): FieldItem[] {
    const restored = [...this.#gone.values()].filter(({ isRestored }) => isRestored);
    const back = restored.map(({ item, attributes }) => withAttributes<FieldItem>(item, attributes));
    return [...this.schema.fields, ...back].flatMap((field) => {
      if (this.#removed.has(field.id)) return [];
      const [after, changed] = [this.#replaced.get(field.id)?.after ?? field, this.#fields.get(field.id)];
      return [changed ? ({ ...after, ...changed } as FieldItem) : after];
    });
  }

  /** Those of them that change. */
  changedFields(): FieldItem[] {
    return this.fieldsAfter().filter(({ id }) => this.#fields.has(id) || this.#replaced.has(id));
  }

  /** The field becomes `after`, connected with what it is made of; `stored` are the members that its item gets. */
  replaceField(after: FieldItem, stored: Attributes): void {
    this.#replaced.set(after.id, { after, stored });
  }

  changeField(id: FieldId, attributes: Attributes): void {
    if (Object.keys(attributes).length === 0) return;
    this.#fields.set(id, { ...this.#fields.get(id), ...attributes });
  }

  changeView(id: ViewId, attributes: ViewChange): void {
    if (Object.keys(attributes).length === 0) return;
    this.#views.set(id, { ...this.#views.get(id), ...attributes });
  }

  /** The members of a view that have been changed. */
  viewAfter(id: ViewId): ViewChange | undefined {
    return this.#views.get(id);
  }

  /** The views that change, with their changed members: they no longer name fields that are deleted. */
  changedViews(): { view: ViewItem; changes: ViewChange }[] {
    return this.schema.views.flatMap((view) => {
      const edited = this.#views.get(view.id);
      const changes = { ...edited, ...withoutFields({ ...view, ...edited }, this.removed) };
      return Object.keys(changes).length > 0 ? [{ view, changes }] : [];
    });
  }

  removeField(id: FieldId, removal: Removal): void {
    this.#removed.set(id, removal);
  }

  /** Takes a field out of the trash, with these members. */
  restoreField(item: GoneField, attributes: Attributes): void {
    this.#gone.set(item.id, { item, attributes: { ...asField, ...attributes }, isRestored: true });
  }

  /** Changes a field in the trash. */
  changeGone(item: GoneField, attributes: Attributes): void {
    this.#gone.set(item.id, { item, attributes, isRestored: false });
  }

  /** The link field goes into the trash: what it shows of this table stays as it is. */
  keepDependent(id: FieldId): void {
    this.#kept.add(id);
  }

  /** The link field comes back from the trash, with these options; `undefined`: it goes for good. */
  changeKeptDependent(id: FieldId, options: LinkOptions | undefined): void {
    this.#keptBefore.set(id, options);
  }

  /** Changes the copy of the options of a link field that shows this table; `undefined`: the field no longer does. */
  changeDependent(id: FieldId, options: LinkOptions | undefined): void {
    this.#dependents.set(id, options);
  }

  /** The link fields that show this table, with their options as they will be; without those that no longer do. */
  dependentsAfter(): DependentItem[] {
    return this.schema.dependents.flatMap((item) => {
      if (!this.#dependents.has(item.fieldId)) return [item];
      const options = this.#dependents.get(item.fieldId);
      return options ? [{ ...item, options }] : [];
    });
  }

  /** The changes of fields, views, dependents and indexes; none if the schema stays as it is. */
  async changes(): Promise<Change[]> {
    const { fields, dependents, goneDependents } = this.schema;
    const gone = this.removed;
    return [
      ...[...this.#gone.values()].map(({ item, attributes }) =>
        change(item, { ...attributes, ...this.#fields.get(item.id) }),
      ),
      ...fields.flatMap((field) => this.#fieldChanges(field, gone)),
      ...(await this.#endIndexes()),
      ...this.changedViews().map(({ view, changes }) => change(view, changes)),
      ...dependents.flatMap((item) => {
        const { fieldId } = item;
        if (this.#kept.has(fieldId)) return [change(item, { entity: "goneDependent", carries: undefined })];
        if (!this.#dependents.has(fieldId)) return [];
        const options = this.#dependents.get(fieldId);
        return options ? [change(item, { options })] : [remove(item)];
      }),
      ...goneDependents.flatMap((item) => {
        if (!this.#keptBefore.has(item.fieldId)) return [];
        const options = this.#keptBefore.get(item.fieldId);
        return options ? [change(item, { entity: "dependent", options })] : [remove(item)];
      }),
    ];
  }

  /** The changes of indexes whose entries were made of what is no longer so. */
  async #endIndexes(): Promise<Change[]> {
    const { indexes } = this.schema;
    const isSame = this.#fields.size + this.#replaced.size + this.#removed.size === 0;
    if (isSame || indexes.length === 0) return [];
    const { endChangedIndexes } = await import("#lib/data/indexes/end-changed");
    return endChangedIndexes(indexes, this.fieldsAfter());
  }

  #fieldChanges(field: FieldItem, gone: ReadonlySet<string>): Change[] {
    const removal = this.#removed.get(field.id);
    if (removal?.kept) return [change(field, { ...asGone, ...removal })];
    if (removal) return [change(field, { ...withoutContent(field), ...removal })];
    const nameOf = (id: string) => this.schema.fields.find((each) => each.id === id)?.name;
    const aiConfig = field.aiConfig && aiWithoutFields(field.aiConfig, (id) => gone.has(id), nameOf);
    const edited = { ...this.#replaced.get(field.id)?.stored, ...this.#fields.get(field.id) };
    const attributes = { ...edited, ...(aiConfig !== field.aiConfig && { aiConfig }) };
    return Object.keys(attributes).length > 0 ? [change(field, attributes)] : [];
  }
}

/** An item with these members; those with undefined are gone. */
const withAttributes = <Each>(item: object, attributes: Attributes): Each =>
  Object.fromEntries(
    Object.entries({ ...item, ...attributes }).filter(([, value]) => value !== undefined),
  ) as Each;

/** What going into the trash changes of a field. */
const asGone = { entity: "goneField", pending: undefined, filling: undefined, carries: undefined };

/** What restoring a field from the trash removes of it; an error that it still has comes after these. */
const asField = {
  ...{ entity: "field", deletedTime: undefined, jobId: undefined, kept: undefined },
  ...{ hiddenAt: undefined, generation: undefined, deletedIn: undefined, hasError: undefined },
};

/** What clearing a deleted field removes of it. */
export const withoutContent = ({
  type,
  unique,
  options,
}: Pick<GoneField, "type" | "unique" | "options">) => ({
  entity: "goneField",
  kept: undefined,
  deletedIn: undefined,
  name: undefined,
  description: undefined,
  dbFieldName: undefined,
  options: unique && uniqueBasis({ type, options }) ? options : undefined,
  formula: undefined,
  aiConfig: undefined,
  position: undefined,
  notNull: undefined,
  hasError: undefined,
  pending: undefined,
  copying: undefined,
  filling: undefined,
  carries: undefined,
});
