/*
 * The ids that an import gives. They are computed from the id of the job and the old id, so no list of them is kept, and a repeated step
 * gives the same ids.
 */
import { createHash } from "node:crypto";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { FileToken } from "#lib/schemas/records/file-token";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export interface NewIds {
  /** The new id of a table, field, view or user. */
  of<Id extends string>(old: Id): Id;
  /** Keeps the autoNumber, which is part of the id. */
  ofRecord(old: string): RecordId;
  /** Keeps the time, which is part of the id. */
  ofComment<Id extends string>(old: Id): Id;
  token(file: string): FileToken;
}

/** `seed` is secret, because tokens are computed from it. */
export function makeNewIds(seed: string): NewIds {
  const text = (old: string, length: number) => {
    const hash = createHash("sha256").update(`${seed} ${old}`).digest();
    return Array.from({ length }, (_, i) => alphabet[(hash[i] as number) % alphabet.length]).join("");
  };
  const keeping = (old: string, kept: number) => old.slice(0, kept) + text(old, old.length - kept);
  return {
    of: <Id extends string>(old: Id) => keeping(old, 3) as Id,
    ofRecord: (old) => keeping(old, 9) as RecordId,
    ofComment: <Id extends string>(old: Id) => keeping(old, 11) as Id,
    token: (file) => text(file, 24) as FileToken,
  };
}

/** Members that hold texts of people. */
const written: ReadonlySet<string> = new Set(["name", "description", "choices", "dbFieldName"]);

interface NewIdsIn {
  /** The new id of a table, field or view in the file; undefined if the file has none with this id. */
  schema(old: string): string | undefined;
  /**
   * New ids for the records and people in a value that a filter compares with cells of this field, or that is the default of a field of
   * this type.
   */
  value(old: string, of: { fieldId?: string; operator?: string; type?: string }): string | undefined;
}

/**
 * A field or view with new ids everywhere, also in expressions. In values of filters and in defaults, only ids of records and people are
 * replaced, because other texts were written by people.
 */
export function withNewIds<Value>(value: Value, ids: NewIdsIn): Value {
  const walk = (each: unknown, replace: NewIdsIn["schema"], type?: string): unknown => {
    if (Array.isArray(each)) return each.map((one) => walk(one, replace, type));
    if (typeof each === "string") return replace(each) ?? each;
    if (typeof each !== "object" || each === null) return each;
    const members = each as { fieldId?: string; operator?: string; type?: string };
    const own = typeof members.type === "string" ? members.type : type;
    const compared = (old: string) => ids.value(old, members);
    const preset = (old: string) => ids.value(old, { ...(own !== undefined && { type: own }) });
    const entries = Object.entries(each).map(([key, one]): [string, unknown] => {
      const name = ids.schema(key) ?? key;
      if (key === "expression" || key === "prompt") return [name, inExpression(String(one), ids.schema)];
      if (written.has(key)) return [name, one];
      return [name, walk(one, key === "value" ? compared : key === "defaultValue" ? preset : replace, own)];
    });
    return Object.fromEntries(entries);
  };
  return walk(value, ids.schema) as Value;
}

const inExpression = (text: string, ids: (old: string) => string | undefined): string =>
  text.replace(/\{\s*(fld[0-9A-Za-z]+)\s*\}/g, (_, id: string) => `{${ids(id) ?? id}}`);
