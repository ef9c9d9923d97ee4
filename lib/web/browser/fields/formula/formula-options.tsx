/* Formulas: the text with completion and the errors of the compiler, the result and how it is shown, and all functions. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Compilation } from "#lib/engine/formula/compile";
import { type OptionsProps, textMember } from "../options/options-props.ts";
import { ResultFormat } from "../options/result-format.tsx";
import { formulaTexts } from "../texts.ts";
import { checkText, showNames, storeIds } from "./check-formula.ts";
import { placeOfIssue } from "./editing-text.ts";
import { FormulaExample } from "./formula-example.tsx";
import { FormulaInput, insertText } from "./formula-input.tsx";
import { FunctionList } from "./function-list.tsx";

export function FormulaOptions({ tableId, fields, field, draft: { options }, setOptions }: OptionsProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const usable = fields.filter(({ id, type }) => id !== field?.id && type !== "button");
  const text = useSignal(showNames(textMember(options, "expression") ?? "", fields));
  const checked = useSignal<Compilation | undefined>(undefined);
  useEffect(() => {
    let isNewest = true;
    if (text.value.trim() === "") checked.value = undefined;
    else
      void checkText(text.value, fields).then((compilation) => {
        if (isNewest) checked.value = compilation;
      });
    return () => {
      isNewest = false;
    };
  }, [text.value, fields]);
  const issues = checked.value && "issues" in checked.value ? checked.value.issues : [];
  const result = checked.value && "compiled" in checked.value ? checked.value.compiled : undefined;
  // how a number is shown means nothing for a date
  const former = useRef(result?.kind);
  useEffect(() => {
    if (!result) return;
    if (former.current && former.current !== result.kind)
      setOptions({ formatting: undefined, showAs: undefined });
    former.current = result.kind;
  }, [result?.kind]);
  function goTo(issue: string) {
    const place = placeOfIssue(text.value, issue) ?? 0;
    input.current?.focus();
    input.current?.setSelectionRange(place, place + 1);
  }
  return (
    <>
      <FormulaInput
        input={input}
        fields={usable}
        value={text.value}
        change={(typed) => {
          text.value = typed;
          setOptions({ expression: storeIds(typed, fields) });
        }}
      />
      <div role="status">
        {issues.map((issue) => (
          <button
            key={issue}
            type="button"
            class="quiet issue"
            title={formulaTexts.goTo}
            onClick={() => goTo(issue)}
          >
            {issue}
          </button>
        ))}
        {result && (
          <p>
            {formulaTexts.isRight((result.isList ? formulaTexts.lists : formulaTexts.kinds)[result.kind])}
          </p>
        )}
      </div>
      {result && <FormulaExample tableId={tableId} fields={fields} compiled={result} options={options} />}
      {result && !result.isList && (
        <ResultFormat kind={result.kind} options={options} setOptions={setOptions} />
      )}
      <FunctionList insert={(name) => input.current && insertText(input.current, `${name}()`, 1)} />
    </>
  );
}
