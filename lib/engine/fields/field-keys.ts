/*
 * The rule that decides which field a key of a request names:
 *
 *   1. the field whose name, id or dbFieldName is the key, as `fieldKeyType` says
 *   2. else the field whose id is the key
 *
 * So a name that looks like the id of another field wins over that id. A field has at most two keys; naming it by both is refused.
 */

import { findNearest } from "#lib/engine/values/nearest-text";
import type { CellValues, FieldKeyType } from "#lib/schemas/records/record";

/** The members of a field that keys name. */
interface Keyed {
  id: string;
  name: string;
  dbFieldName?: string;
}

export interface FieldKeys<Each extends Keyed> {
  type: FieldKeyType;
  /** The field that the key names. */
  get(key: string): Each | undefined;
  /** The keys that name the field; the first one is of the kind that the call uses. */
  keysOf(field: Each): string[];
  /** Whether the key names its field by rule 2. */
  isById(key: string): boolean;
  /** The message for a key that names no field; asks whether a similar name was meant. */
  explain(key: string): string;
}

const noField = "is not a field of this table";

/** For so many keys of a call, a message suggests the most similar name. */
const mostExplained = 20;

/** Makes the keys of these fields, of the kind that the call uses. */
export function makeFieldKeys<Each extends Keyed>(
  fields: readonly Each[],
  type: FieldKeyType,
): FieldKeys<Each> {
  const keyOf = (field: Each) => field[type] ?? field.id;
  const known = new Map<string, Each>(fields.map((field) => [field.id, field]));
  for (const field of fields) known.set(keyOf(field), field);
  const explained = new Map<string, string>();
  return {
    type,
    get: (key) => known.get(key),
    keysOf: (field) =>
      [keyOf(field), field.id].filter((key, i, all) => known.get(key) === field && all.indexOf(key) === i),
    isById(key) {
      const field = known.get(key);
      return field !== undefined && keyOf(field) !== key;
    },
    explain(key) {
      if (type === "id") return noField;
      const said = explained.get(key);
      if (said || explained.size >= mostExplained) return said ?? noField;
      const nearest = findNearest(key, fields.map(keyOf));
      const message =
        nearest === undefined
          ? noField
          : `no field is called ${JSON.stringify(key)}; did you mean ${JSON.stringify(nearest)}?`;
      explained.set(key, message);
      return message;
    },
  };
}

/** The same as `explain`, for an error whose path does not contain the key. */
export function explainKey<Each extends Keyed>(keys: FieldKeys<Each>, key: string): string {
  const message = keys.explain(key);
  return message === noField ? `${JSON.stringify(key)} ${noField}` : message;
}

/** The keys of a field that is named by two of these keys, with a message for each. */
export function findNamedTwice<Each extends Keyed>(
  keys: FieldKeys<Each>,
  sent: readonly string[],
): { key: string; message: string }[] {
  return sent.filter(keys.isById).flatMap((key) => {
    const field = keys.get(key);
    const other = field && keys.keysOf(field).find((each) => each !== key);
    if (other === undefined || !sent.includes(other)) return [];
    return [{ key, message: `names the same field as ${JSON.stringify(other)}; send one of the two` }];
  });
}

/**
 * The kind of keys in an answer. If the call does not set it, the answer uses the kind by which the call names its cells: ids if all cells
 * are named by id.
 */
export function answerKeyType<Each extends Keyed>(
  fields: readonly Each[],
  sent: FieldKeyType | undefined,
  cells: readonly CellValues[],
): FieldKeyType {
  if (sent) return sent;
  const keys = makeFieldKeys(fields, "name");
  const named = cells.flatMap((values) => Object.keys(values));
  return named.length > 0 && named.every(keys.isById) ? "id" : "name";
}

/** The value that the map has for a field, under any of its keys. */
export function valueFor<Each extends Keyed>(
  keys: FieldKeys<Each>,
  field: Each,
): (values: CellValues) => unknown {
  const all = keys.keysOf(field);
  return (values) => {
    // a field may have a name like toString
    const key = all.find((each) => Object.hasOwn(values, each));
    return key === undefined ? undefined : values[key];
  };
}

/** The keys of views: ids, because views hold ids; a key that is no id may be a name. */
export function makeViewKeys<Each extends Keyed>(fields: readonly Each[]): FieldKeys<Each> {
  const byId = makeFieldKeys(fields, "id");
  const byName = makeFieldKeys(fields, "name");
  return {
    type: "id",
    get: (key) => byId.get(key) ?? byName.get(key),
    keysOf: (field) => [field.id, ...(byId.get(field.name) ? [] : [field.name])],
    isById: (key) => byId.get(key) === undefined && byName.get(key) !== undefined,
    explain: byName.explain,
  };
}
