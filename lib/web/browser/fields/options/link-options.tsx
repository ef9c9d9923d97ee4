/* Links: to which table, how many on each side, what shows them there, and which records can be linked. */
import type { Base } from "#lib/schemas/tables/base";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import { CheckInput, SelectInput, TextInput } from "../inputs.tsx";
import { optionTexts } from "../texts.ts";
import { type OptionsProps, textMember } from "./options-props.ts";
import { RecordsFilter } from "./records-filter.tsx";
import { linkSidesOf, relationshipOf } from "./relationships.ts";
import { useAnswer } from "./use-answer.ts";

export function LinkOptions({ baseId, field, draft, set, setOptions }: OptionsProps) {
  const { options } = draft;
  const linkedBase = textMember(options, "baseId") ?? baseId;
  const tableId = textMember(options, "foreignTableId") ?? "";
  const bases = useAnswer<Base[]>("/base").answer ?? [];
  const tables = useAnswer<TableHead[]>(`/base/${linkedBase}/table`);
  const fields = useAnswer<Field[]>(tableId && `/table/${tableId}/field`).answer ?? [];
  const views = useAnswer<View[]>(tableId && `/table/${tableId}/view`).answer ?? [];
  const sides = linkSidesOf(textMember(options, "relationship") ?? "manyMany");
  const isOneWay = options["isOneWay"] === true;
  const setSides = (change: object) => setOptions({ relationship: relationshipOf({ ...sides, ...change }) });
  const howMany = [
    ["one", optionTexts.one],
    ["many", optionTexts.many],
  ] as const;
  // what was chosen of another table means nothing in this one
  const setTable = (change: object) =>
    setOptions({
      lookupFieldId: undefined,
      filterByViewId: undefined,
      filter: undefined,
      visibleFieldIds: undefined,
      ...change,
    });
  return (
    <>
      <div class="beside">
        {bases.length > 1 && (
          <SelectInput
            path="options.baseId"
            text={optionTexts.base}
            value={linkedBase}
            choices={bases.map(({ id, name }) => [id, id === baseId ? optionTexts.thisBase(name) : name])}
            change={(id) => setTable({ baseId: id === baseId ? undefined : id, foreignTableId: "" })}
          />
        )}
        <SelectInput
          path="options.foreignTableId"
          text={optionTexts.linkedTable}
          hint={tables.problem}
          isNeeded
          value={tableId}
          choices={[
            ["", optionTexts.choose],
            ...(tables.answer ?? []).map(({ id, name }) => [id, name] as const),
          ]}
          change={(id) => setTable({ foreignTableId: id })}
        />
      </div>
      <div class="beside">
        <SelectInput
          path="options.relationship"
          text={optionTexts.linksHere}
          value={sides.isManyHere ? "many" : "one"}
          choices={howMany}
          change={(chosen) => setSides({ isManyHere: chosen === "many" })}
        />
        <SelectInput
          path="relationship there"
          text={optionTexts.linksThere}
          value={sides.isManyThere ? "many" : "one"}
          choices={howMany}
          change={(chosen) => setSides({ isManyThere: chosen === "many" })}
        />
      </div>
      <CheckInput
        path="options.isOneWay"
        text={optionTexts.otherField}
        value={!isOneWay}
        change={(isShown) => setOptions({ isOneWay: !isShown })}
      />
      {!isOneWay && !field && (
        <TextInput
          path="other name"
          text={optionTexts.otherName}
          hint={optionTexts.otherNameHint}
          value={draft.otherName}
          change={(otherName) => set({ otherName })}
        />
      )}
      <div class="beside">
        <SelectInput
          path="options.lookupFieldId"
          text={optionTexts.titles}
          value={textMember(options, "lookupFieldId") ?? ""}
          choices={[
            ...(options["lookupFieldId"] ? [] : [["", optionTexts.firstField] as const]),
            ...fields
              .filter(({ type }) => type !== "link" && type !== "button")
              .map(({ id, name }) => [id, name] as const),
          ]}
          change={(id) => setOptions({ lookupFieldId: id || undefined })}
        />
        <SelectInput
          path="options.filterByViewId"
          text={optionTexts.onlyOfView}
          value={textMember(options, "filterByViewId") ?? ""}
          choices={[["", optionTexts.allRecords], ...views.map(({ id, name }) => [id, name] as const)]}
          change={(id) => setOptions({ filterByViewId: id || undefined })}
        />
      </div>
      <RecordsFilter
        path="options.filter"
        text={optionTexts.onlyLinked}
        baseId={linkedBase}
        fields={fields}
        value={options["filter"]}
        change={(filter) => setOptions({ filter })}
      />
      {field && field.type !== "link" && (
        <CheckInput
          path="createLinked"
          text={optionTexts.createLinked}
          value={draft.createLinked}
          change={(createLinked) => set({ createLinked })}
        />
      )}
    </>
  );
}
