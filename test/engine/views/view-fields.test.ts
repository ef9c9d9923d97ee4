import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isShownIn } from "#lib/engine/query/shown-fields";
import { viewTypes } from "#lib/engine/view-types/index";
import { type FieldsInView, withChoices, withFields, withoutFields } from "#lib/engine/views/view-fields";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { Filter } from "#lib/schemas/tables/filter";
import { viewTypes as names } from "#lib/schemas/tables/view";

const ids = ["fldA", "fldB", "fldC", "fldD", "fldE"];
const anId = fc.constantFrom(...ids);
const order = fc.record({ fieldId: anId, order: fc.constantFrom("asc" as const, "desc" as const) });
const item = fc.record({
  fieldId: anId,
  operator: fc.constant("is"),
  value: fc.constantFrom("x", "y", ["x"]),
});
const filter = fc.letrec<{ group: Filter; entry: Filter["filterSet"][number] }>((tie) => ({
  entry: fc.oneof({ depthSize: "small", withCrossShrink: true }, item, tie("group")),
  group: fc.record({
    conjunction: fc.constantFrom("and" as const, "or" as const),
    filterSet: fc.array(tie("entry"), { maxLength: 4 }),
  }),
})).group;

/** A view that refers to fields in every possible place. */
const view: fc.Arbitrary<FieldsInView> = fc.constantFrom(...names).chain((viewType) => {
  const places = viewTypes[viewType].fieldOptions.map(({ path }) => path);
  const options = fc
    .tuple(fc.boolean(), fc.array(fc.option(anId), { minLength: places.length, maxLength: places.length }))
    .map(([fits, chosen]) => {
      const made: { [key: string]: unknown } = fits ? { isCoverFit: true } : {};
      for (const [i, [first = "", second]] of places.entries()) {
        if (chosen[i] === null) continue;
        made[first] = second ? { type: "field", [second]: chosen[i] } : chosen[i];
      }
      return made;
    });
  return fc.record(
    {
      viewType: fc.constant(viewType),
      columnMeta: fc.dictionary(
        anId,
        fc.record(
          { order: fc.integer({ min: -9, max: 9 }), visible: fc.boolean(), hidden: fc.boolean() },
          { requiredKeys: ["order"] },
        ),
      ),
      filter,
      sort: fc.record({ sortObjs: fc.array(order), manualSort: fc.boolean() }),
      group: fc.array(order, { maxLength: 3 }),
      options,
    },
    { requiredKeys: ["viewType", "columnMeta"] },
  );
});

const applied = (before: FieldsInView, change: object): FieldsInView => ({ ...before, ...change });

describe("fields that are deleted", () => {
  test("views no longer refer to them, and settings of other fields stay", () => {
    fc.assert(
      fc.property(view, fc.uniqueArray(anId, { minLength: 1 }), (before, gone) => {
        const copy = structuredClone(before);
        const after = applied(before, withoutFields(before, new Set(gone)));
        expect(before).toEqual(copy);
        for (const id of gone) expect(JSON.stringify(after)).not.toContain(`"${id}"`);
        const isLeft = ({ fieldId }: { fieldId: string }) => !gone.includes(fieldId);
        expect(after.group ?? []).toEqual((before.group ?? []).filter(isLeft));
        expect(after.sort?.sortObjs ?? []).toEqual((before.sort?.sortObjs ?? []).filter(isLeft));
        const kept = Object.entries(before.columnMeta).filter(([id]) => !gone.includes(id));
        const places = (columns: [string, { order: number }][]) =>
          columns.map(([id, { order }]) => [id, order]);
        expect(places(Object.entries(after.columnMeta))).toEqual(places(kept));
        // also if the last column with `visible` was removed
        const shownIn = (each: FieldsInView) => kept.filter(([id]) => isShownIn(each)({ id: id as FieldId }));
        expect(shownIn(after)).toEqual(shownIn(before));
        expect(itemsOf(after.filter)).toEqual(itemsOf(before.filter).filter(isLeft));
      }),
      { numRuns: 1000 },
    );
  });

  test("a view that does not refer to them is not written", () => {
    fc.assert(
      fc.property(view, (before) => {
        expect(withoutFields(before, new Set(["fldOther"]))).toEqual({});
      }),
    );
  });

  test("removing twice changes nothing more", () => {
    fc.assert(
      fc.property(view, fc.uniqueArray(anId), (before, gone) => {
        const after = applied(before, withoutFields(before, new Set(gone)));
        expect(withoutFields(after, new Set(gone))).toEqual({});
      }),
    );
  });

  test.each<[string, Partial<FieldsInView>, object]>([
    ["a filter of that field only", { filter: all([is("fldA")]) }, { filter: undefined }],
    ["a group in a filter", { filter: all([is("fldB"), all([is("fldA")])]) }, { filter: all([is("fldB")]) }],
    ["a sort by that field only", { sort: { sortObjs: [asc("fldA")] } }, { sort: undefined }],
    [
      "manual sort stays",
      { sort: { sortObjs: [asc("fldA")], manualSort: true } },
      { sort: { sortObjs: [], manualSort: true } },
    ],
    ["a group by that field only", { group: [asc("fldA")] }, { group: undefined }],
    [
      "the stack of a kanban",
      { viewType: "kanban", options: { stackFieldId: "fldA" } },
      { options: undefined },
    ],
    [
      "the color of a calendar",
      {
        viewType: "calendar",
        options: { titleFieldId: "fldB", colorConfig: { type: "field", fieldId: "fldA" } },
      },
      { options: { titleFieldId: "fldB", colorConfig: { type: "field" } } },
    ],
  ])("%s", (_, before, change) => {
    expect(withoutFields({ viewType: "grid", columnMeta: {}, ...before }, new Set(["fldA"]))).toEqual(change);
  });
});

describe("a new field", () => {
  test("comes last, or at the given order", () => {
    fc.assert(
      fc.property(view, fc.option(fc.integer()), (before, place) => {
        const { columnMeta = {} } = withFields(before, ["fldNew"], place ?? undefined);
        const { fldNew, ...others } = columnMeta;
        expect(others).toEqual(before.columnMeta);
        if (place !== null) expect(fldNew).toEqual({ order: place });
        else for (const { order } of Object.values(others)) expect(fldNew?.order).toBeGreaterThan(order);
      }),
    );
  });
});

describe("choices that are renamed", () => {
  const swapped = (name: string) => ({ x: "y", y: "x" })[name] ?? name;

  test("renaming and renaming back restores the view, and only filters of that field change", () => {
    fc.assert(
      fc.property(view, (before) => {
        const once = applied(before, withChoices(before, "fldA", swapped));
        for (const [i, found] of itemsOf(once.filter).entries()) {
          const old = itemsOf(before.filter)[i];
          if (found.fieldId !== "fldA") expect(found).toEqual(old);
          else expect([found.value].flat()).toEqual([old?.value].flat().map((name) => swapped(String(name))));
        }
        expect(applied(once, withChoices(once, "fldA", swapped))).toEqual(before);
      }),
    );
  });

  test.each<[string, Filter, object]>([
    ["with a removed choice", all([is("fldA", "gone"), is("fldB")]), { filter: all([is("fldB")]) }],
    [
      "with several choices, one of them removed",
      all([is("fldA", ["gone", "b"])]),
      { filter: all([is("fldA", ["b"])]) },
    ],
    ["with removed choices only", all([is("fldA", ["gone"])]), { filter: undefined }],
    ["of emptiness", all([is("fldA", null)]), {}],
  ])("a filter %s", (_, filter, change) => {
    const left = (name: string) => (name === "gone" ? undefined : name);
    expect(withChoices({ viewType: "grid", columnMeta: {}, filter }, "fldA", left)).toEqual(change);
  });
});

function all(filterSet: Filter["filterSet"]): Filter {
  return { conjunction: "and", filterSet };
}
function is(fieldId: string, value: string | string[] | null = "x") {
  return { fieldId, operator: "is", value };
}
function asc(fieldId: string) {
  return { fieldId, order: "asc" as const };
}

function itemsOf(filter: Filter | undefined): { fieldId: string; value: unknown }[] {
  return (filter?.filterSet ?? []).flatMap((entry) => ("filterSet" in entry ? itemsOf(entry) : [entry]));
}
