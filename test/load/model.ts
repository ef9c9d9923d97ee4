/*
 * A model of a table in plain data: the effect and the response of each call. It has three fields: Name is unique, Count is a number,
 * Status is a choice.
 */
import { isDeepStrictEqual } from "node:util";

export interface Cells {
  Name?: string;
  Count?: number;
  Status?: string;
}
export type Sent = { [key in keyof Cells]?: string | number | null };
export interface Known {
  cells: Cells;
  /** The ETag of the current state; undefined if no response has shown it. */
  tag?: string | undefined;
  /** The ETags of earlier states. */
  earlier: string[];
}
export interface Refused {
  status: 400 | 404 | 412;
  paths: string[];
}

const keys = ["Name", "Count", "Status"] as const;

export function newModel() {
  const records = new Map<string, Known>();
  const choices = new Set(["open", "done"]);

  /** The cell that a value gives, in a list: empty if the value empties the cell; undefined if the field refuses the value. */
  function read(key: keyof Cells, value: string | number | null, typecast: boolean) {
    if (value === null) return [];
    if (key === "Count" && typeof value === "string") {
      if (!typecast) return undefined;
      return Number.isNaN(Number(value)) ? undefined : [Number(value)];
    }
    return key !== "Status" || typecast || choices.has(String(value)) ? [value] : undefined;
  }

  function readAll(sent: Sent, typecast: boolean, at: string) {
    const given: { [key in keyof Cells]?: unknown } = {};
    const paths: string[] = [];
    for (const key of keys) {
      const value = sent[key];
      if (value === undefined) continue;
      const cell = read(key, value, typecast);
      if (cell) given[key] = cell[0];
      else paths.push(`${at}.fields.${key}`);
    }
    return { given, paths, touches: sent.Name !== undefined };
  }

  const merged = (before: Cells, given: object): Cells =>
    Object.fromEntries(
      Object.entries({ ...before, ...given }).filter(([, cell]) => cell !== undefined),
    ) as Cells;

  interface Draft {
    at: string;
    id?: string | undefined;
    cells: Cells;
    touches: boolean;
  }

  /** Records of a call that would have the same name as another record of the call. */
  const twins = (drafts: Draft[]) =>
    drafts.filter(
      (one) =>
        one.touches &&
        one.cells.Name !== undefined &&
        drafts.some((other) => other !== one && other.cells.Name === one.cells.Name),
    );

  /** Adds new choices, which stay even if the call is refused because other records have the same names. */
  function settle(drafts: Draft[]): Refused | undefined {
    for (const { cells } of drafts) if (cells.Status) choices.add(cells.Status);
    const ids = new Set(drafts.map(({ id }) => id));
    const held = new Set([...records].filter(([id]) => !ids.has(id)).map(([, { cells }]) => cells.Name));
    return refusal(
      400,
      drafts
        .filter(({ cells: { Name }, touches }) => touches && Name !== undefined && held.has(Name))
        .map(({ at }) => `${at}.fields.Name`),
    );
  }

  const refusal = <Status extends Refused["status"]>(status: Status, paths: string[]) =>
    paths.length > 0 ? { status, paths: paths.sort() } : undefined;

  const nameAt = ({ at }: Draft) => `${at}.fields.Name`;

  /** The cells of the new records, or the error. */
  function create(sent: Sent[], typecast: boolean): Cells[] | Refused {
    const each = sent.map((one, i) => ({ at: `records[${i}]`, ...readAll(one, typecast, `records[${i}]`) }));
    const drafts = each.map(({ at, given }) => ({ at, cells: merged({}, given), touches: true }));
    const paths = [...each.flatMap(({ paths }) => paths), ...twins(drafts).map(nameAt)];
    return refusal(400, paths) ?? settle(drafts) ?? drafts.map(({ cells }) => cells);
  }

  function update(
    sent: { id: string; fields: Sent }[],
    typecast: boolean,
    of = "records",
  ): Refused | undefined {
    const each = sent.map(({ id, fields }, i) => {
      const at = of === "records" ? `records[${i}]` : of;
      return { at, id, isKnown: records.has(id), ...readAll(fields, typecast, at) };
    });
    const drafts = each.map(({ id, at, given, touches }): Draft => {
      return { id, at, touches, cells: merged(records.get(id)?.cells ?? {}, given) };
    });
    const paths = [...each.flatMap(({ paths }) => paths), ...twins(drafts).map(nameAt)];
    const unknown = each.filter(({ isKnown }) => !isKnown).map(({ at }) => `${at}.id`);
    const refused = refusal(400, paths) ?? refusal(404, unknown) ?? settle(drafts);
    if (refused) return refused;
    for (const [i, { id, cells }] of drafts.entries())
      if (Object.keys(sent[i]?.fields ?? {}).length > 0) note(id as string, cells);
    return undefined;
  }

  /** For each record the id of the existing one, if any, and the resulting cells; or the error. */
  function upsert(
    key: "Name" | "Count",
    sent: Sent[],
    typecast: boolean,
  ): { id: string | undefined; cells: Cells }[] | Refused {
    const each = sent.map((one, i) => ({ at: `records[${i}]`, ...readAll(one, typecast, `records[${i}]`) }));
    const wrong = each.flatMap(({ at, given, paths }) => {
      const path = `${at}.fields.${key}`;
      return [...paths, ...(given[key] === undefined && !paths.includes(path) ? [path] : [])];
    });
    const same = each.filter((one) =>
      each.some(
        (other) => other !== one && one.given[key] !== undefined && other.given[key] === one.given[key],
      ),
    );
    const early = refusal(400, [...wrong, ...same.map(({ at }) => at)]);
    if (early) return early;
    const found = each.map(({ given }) =>
      [...records].filter(([, { cells }]) => cells[key] === given[key]).map(([id]) => id),
    );
    const many = each.filter((_, i) => (found[i]?.length ?? 0) > 1).map(({ at }) => at);
    const drafts = each.map(({ at, given, touches }, i): Draft => {
      const id = found[i]?.length === 1 ? found[i][0] : undefined;
      return { id, at, touches: touches || !id, cells: merged(records.get(id ?? "")?.cells ?? {}, given) };
    });
    const refused = refusal(400, [...many, ...twins(drafts).map(nameAt)]) ?? settle(drafts);
    if (refused) return refused;
    for (const { id, cells } of drafts) if (id) note(id, cells);
    return drafts.map(({ id, cells }) => ({ id, cells }));
  }

  /** Sets the cells of a record; its new ETag is not known yet. A write of equal cells changes nothing, so the ETag stays. */
  function note(id: string, cells: Cells): void {
    const known = records.get(id);
    if (known && isDeepStrictEqual({ ...cells }, { ...known.cells })) return;
    const { tag, earlier = [] } = known ?? {};
    records.set(id, { cells, earlier: tag ? [...earlier, tag] : earlier });
  }

  return { records, create, update, upsert, note };
}
