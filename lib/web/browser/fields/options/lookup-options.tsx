/* Lookups, rollups and counts: over which link, which field, and for a rollup by which function. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import type { LookupDraft } from "../draft.ts";
import { kindOfCells, type ResultKind, rollupsOf } from "../formula/kinds-of-cells.ts";
import { SelectInput } from "../inputs.tsx";
import { optionTexts } from "../texts.ts";
import { type OptionsProps, textMember } from "./options-props.ts";
import { RecordsFilter } from "./records-filter.tsx";
import { ResultFormat } from "./result-format.tsx";
import { useAnswer } from "./use-answer.ts";

const isLink = ({ type, isLookup, hasError }: Field) => type === "link" && !isLookup && !hasError;

export function LookupOptions({ baseId, fields, draft, set, setOptions }: OptionsProps) {
  const { kind, lookup, options } = draft;
  const links = fields.filter(isLink);
  const link = links.find(({ id }) => id === lookup?.linkFieldId);
  const tableId = String(link?.options["foreignTableId"] ?? "");
  const { answer: foreign, problem } = useAnswer<Field[]>(tableId && `/table/${tableId}/field`);
  const looked = foreign?.find(({ id }) => id === lookup?.lookupFieldId);
  const change = (changed: Partial<LookupDraft>) =>
    set({
      lookup: {
        ...{ linkFieldId: "", foreignTableId: "", lookupFieldId: "", type: "" },
        ...lookup,
        ...changed,
      },
    });
  const setLink = (id: string) => {
    const chosen = links.find((each) => each.id === id);
    const foreignTableId = String(chosen?.options["foreignTableId"] ?? "");
    const isSameTable = foreignTableId === lookup?.foreignTableId;
    change({
      linkFieldId: id,
      foreignTableId,
      ...(!isSameTable && { lookupFieldId: "", filter: undefined }),
    });
  };
  // one link is the one that is meant
  const [only] = links;
  useEffect(() => {
    if (!lookup?.linkFieldId && only) setLink(only.id);
  }, []);
  const first = foreign?.[0];
  useEffect(() => {
    if (kind === "count" && lookup?.lookupFieldId === "" && first) change({ lookupFieldId: first.id });
  }, [kind, first?.id, lookup?.lookupFieldId]);
  if (links.length === 0) return <p class="hint">{optionTexts.noLinks}</p>;
  return (
    <>
      <div class="beside">
        <SelectInput
          path="lookupOptions"
          text={optionTexts.overLink}
          isNeeded
          value={link?.id ?? ""}
          choices={[["", optionTexts.choose], ...links.map(({ id, name }) => [id, name] as const)]}
          change={setLink}
        />
        {kind !== "count" && (
          <SelectInput
            path="lookupOptions.lookupFieldId"
            text={optionTexts.lookedUp}
            hint={problem}
            isNeeded
            value={looked?.id ?? ""}
            choices={[
              ["", optionTexts.choose],
              ...(foreign ?? [])
                .filter(({ type }) => type !== "button")
                .map(({ id, name }) => [id, name] as const),
            ]}
            change={(id) => {
              const chosen = foreign?.find((each) => each.id === id);
              change({ lookupFieldId: id, type: chosen?.type ?? "" });
            }}
          />
        )}
      </div>
      {foreign && (
        <RecordsFilter
          path="lookupOptions.filter"
          text={optionTexts.onlyLookedUp}
          baseId={textMember(link?.options, "baseId") ?? baseId}
          fields={foreign}
          value={lookup?.filter}
          change={(filter) => change({ filter })}
        />
      )}
      {kind === "rollup" && looked && <RollupOptions {...{ looked, options, setOptions }} />}
      {kind === "lookup" && looked && (
        <ResultFormat kind={kindOfCells(looked).kind} options={options} setOptions={setOptions} />
      )}
    </>
  );
}

interface RollupProps extends Pick<OptionsProps, "setOptions"> {
  looked: Field;
  options: OptionsProps["draft"]["options"];
}

function RollupOptions({ looked, options, setOptions }: RollupProps) {
  const functions = useSignal<{ expression: string; kind: ResultKind }[]>([]);
  const expression = textMember(options, "expression") ?? "";
  useEffect(() => {
    let isShown = true;
    void rollupsOf(looked).then((found) => {
      if (!isShown) return;
      functions.value = found;
      const [first] = found;
      if (first && !found.some((each) => each.expression === expression))
        setOptions({ expression: first.expression, formatting: undefined, showAs: undefined });
    });
    return () => {
      isShown = false;
    };
  }, [looked.id]);
  const kind = functions.value.find((each) => each.expression === expression)?.kind;
  return (
    <>
      <SelectInput
        path="options.expression"
        text={optionTexts.function}
        value={expression}
        choices={functions.value.map((each) => [each.expression, rollupText(each.expression)])}
        change={(chosen) => setOptions({ expression: chosen, formatting: undefined, showAs: undefined })}
      />
      {kind && <ResultFormat kind={kind} options={options} setOptions={setOptions} />}
    </>
  );
}

const rollupTexts: { readonly [name: string]: string | undefined } = optionTexts.rollups;
const rollupText = (expression: string): string =>
  rollupTexts[expression.slice(0, expression.indexOf("("))] ?? expression;
