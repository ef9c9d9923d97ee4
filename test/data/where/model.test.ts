/* Random changes and deletions by random filters, compared with a plain model: arrays of cells, and filters as functions. */
import { expect, test } from "vitest";
import { field } from "#test/functions/record/support/records";
import { aTableToFilter } from "#test/functions/record/support/where";
import { chance } from "#test/support/run/chance";
import { isWhole } from "#test/support/run/sample";
import { tellNews } from "#test/support/store/record-images";

interface Row {
  Text?: string;
  No?: number;
  Done?: true;
  Kind?: string;
}

const kinds = ["red", "green", "blue"];
const fields = [
  field("Text", "singleLineText"),
  field("No", "number"),
  field("Done", "checkbox"),
  field("Kind", "singleSelect", { options: { choices: kinds.map((name) => ({ name })) } }),
];

const upTo = (most: number) => Math.floor(chance() * most);
const oneOf = <Each>(all: readonly Each[]): Each => all[upTo(all.length)] as Each;
const maybe = <Value>(value: Value): Value | undefined => (chance() < 0.7 ? value : undefined);

const texts = ["a", "A", "ab", "b a", "é", "0"];
const aRow = (): Row =>
  JSON.parse(
    JSON.stringify({
      Text: maybe(oneOf(texts)),
      No: maybe(upTo(6)),
      Done: maybe(true),
      Kind: maybe(oneOf(kinds)),
    }),
  );

interface Filter {
  sent: object;
  fits(row: Row): boolean;
}

/** Each condition, and what it means. */
const conditions: (() => [fieldId: keyof Row, operator: string, value: unknown, fits: Filter["fits"]])[] = [
  () => {
    const value = upTo(6);
    const operators = {
      is: (no?: number) => no === value,
      isNot: (no?: number) => no !== value,
      isGreater: (no?: number) => no !== undefined && no > value,
      isLessEqual: (no?: number) => no !== undefined && no <= value,
    };
    const operator = oneOf(["is", "isNot", "isGreater", "isLessEqual"] as const);
    return ["No", operator, value, ({ No }) => operators[operator](No)];
  },
  () => {
    const value = oneOf(["a", "B", "é"]);
    const holds = ({ Text }: Row) => Text?.toLowerCase().includes(value.toLowerCase()) === true;
    return chance() < 0.5
      ? ["Text", "contains", value, holds]
      : ["Text", "doesNotContain", value, (row) => !holds(row)];
  },
  () => {
    const name = oneOf(["Text", "No", "Kind"] as const);
    return chance() < 0.5
      ? [name, "isEmpty", null, (row) => row[name] === undefined]
      : [name, "isNotEmpty", null, (row) => row[name] !== undefined];
  },
  () => {
    const value = oneOf([true, false, null]);
    return ["Done", "is", value, ({ Done }) => (Done ?? false) === (value ?? false)];
  },
  () => {
    const some = [oneOf(kinds), oneOf(kinds)];
    return chance() < 0.5
      ? ["Kind", "isAnyOf", some, ({ Kind }) => Kind !== undefined && some.includes(Kind)]
      : ["Kind", "isNoneOf", some, ({ Kind }) => Kind === undefined || !some.includes(Kind)];
  },
];

function aFilter(depth = 3): Filter {
  const conjunction = oneOf(["and", "or"]);
  const entries = Array.from({ length: 1 + upTo(3) }, (): Filter => {
    if (depth > 1 && chance() < 0.3) return aFilter(depth - 1);
    const [fieldId, operator, value, fits] = oneOf(conditions)();
    return { sent: { fieldId, operator, value }, fits };
  });
  return {
    sent: { conjunction, filterSet: entries.map(({ sent }) => sent) },
    fits: (row) =>
      conjunction === "and" ? entries.every(({ fits }) => fits(row)) : entries.some(({ fits }) => fits(row)),
  };
}

/** Values for some fields; null empties a cell. */
function aChange(): { sent: object; made: (row: Row) => Row } {
  const row: Row = aRow();
  const names = (["Text", "No", "Done", "Kind"] as const).filter(() => chance() < 0.4);
  const some = names.length > 0 ? names : (["No"] as const);
  const values = Object.fromEntries(some.map((name) => [name, row[name] ?? null]));
  const made = (before: Row): Row =>
    Object.fromEntries(Object.entries({ ...before, ...values }).filter(([, value]) => value !== null));
  return { sent: values, made };
}

const isSame = (one: Row, other: Row) =>
  fields.every(({ name }) => one[name as keyof Row] === other[name as keyof Row]);

test("random filters change and delete the records that a plain model says", {
  timeout: 300_000,
}, async () => {
  for (let trial = 0; trial < (isWhole ? 12 : 4); trial++) {
    const table = await aTableToFilter({ fields, records: [] });
    const start = Array.from({ length: 40 + upTo(40) }, aRow);
    const { body } = await table.create(start.map((row) => ({ ...row })));
    let model = new Map<string, Row>(body.records.map(({ id }: { id: string }, i: number) => [id, start[i]]));
    const expectModel = async (about: unknown) => {
      const there = (await table.records()).map(({ id, fields }) => [id, fields]);
      expect({ about, there }).toEqual({ about, there: [...model] });
    };
    for (let step = 0; step < 12; step++) {
      const filter = aFilter();
      const change = aChange();
      const found = [...model].filter(([, row]) => filter.fits(row));
      const isDeletion = chance() < 0.2;
      const changed = isDeletion ? found : found.filter(([, row]) => !isSame(row, change.made(row)));
      const did = isDeletion ? "deleted" : "updated";
      const headers = { "idempotency-key": `${trial}-${step}` };
      const send = (more: object) => {
        const sent = { filter: filter.sent, ...more };
        return isDeletion
          ? table.deleteWhere(sent, { headers: "dryRun" in more || "expect" in more ? {} : headers })
          : table.updateWhere(
              { ...sent, fields: change.sent },
              { headers: "dryRun" in more || "expect" in more ? {} : headers },
            );
      };
      const about = { trial, step, did, filter: filter.sent, change: change.sent };
      const expected = { matched: found.length, [did]: changed.length, recordIds: found.map(([id]) => id) };
      expect({ about, ...(await send({ dryRun: true })) }).toMatchObject({
        about,
        status: 200,
        body: { ...expected, dryRun: true },
      });
      if (found.length > 0)
        expect(await send({ expect: { max: found.length - 1 } })).toMatchObject({
          status: 412,
          body: { data: { matched: found.length } },
        });
      await expectModel(about);
      const before = model;
      expect({ about, ...(await send({})) }).toMatchObject({ about, status: 200, body: expected });
      model = new Map(
        [...model].flatMap(([id, row]) => {
          if (!found.some(([each]) => each === id)) return [[id, row] as const];
          return isDeletion ? [] : [[id, change.made(row)] as const];
        }),
      );
      await expectModel(about);
      // the same again by its key, although the filter finds others by now
      expect((await send({})).body).toEqual(expected);
      await expectModel(about);
      if (chance() < 0.3) {
        await tellNews();
        const { status } = (await table.undo(headers["idempotency-key"])).body;
        expect({ about, status }).toEqual({ about, status: changed.length > 0 ? "fulfilled" : "empty" });
        model = before;
        await expectModel(about);
      }
    }
  }
});
