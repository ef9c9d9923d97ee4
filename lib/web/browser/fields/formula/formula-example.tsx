/* What a formula gives for the first records of its table, while it is written. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { CompiledFormula, Kind } from "#lib/engine/formula/shared/kinds";
import { callApi } from "../../call.ts";
import { cellText } from "../../cells/cell-text.ts";
import type { FieldOptionValues } from "../draft.ts";
import type { FieldPlace } from "../options/options-props.ts";
import { formulaTexts } from "../texts.ts";
import type { ExampleRecord } from "./evaluate-example.ts";

const shown = "3";

const valueTypes: Record<Kind, string> = {
  text: "string",
  number: "number",
  boolean: "boolean",
  date: "dateTime",
};

interface Listed {
  records: (Omit<ExampleRecord, "cells" | "texts"> & { fields: ExampleRecord["cells"] })[];
}

/** Reads the first records with the cells that a formula uses, in both forms. */
async function readExamples(tableId: string, uses: readonly string[]): Promise<ExampleRecord[]> {
  const list = (cellFormat: string) => {
    const query = new URLSearchParams({ take: shown, fieldKeyType: "id", cellFormat });
    for (const id of uses) query.append("projection[]", id);
    return callApi<Listed>("GET", `/table/${tableId}/record?${query}`);
  };
  const [{ records }, { records: asTexts }] = await Promise.all([list("json"), list("text")]);
  return records.map(({ fields, ...record }) => ({
    ...record,
    cells: fields,
    texts: asTexts.find(({ id }) => id === record.id)?.fields ?? {},
  }));
}

interface FormulaExampleProps extends Pick<FieldPlace, "tableId" | "fields"> {
  compiled: CompiledFormula;
  /** How the result is shown. */
  options: FieldOptionValues;
}

interface Example {
  of: CompiledFormula;
  values: { id: string; name: string; cell: unknown }[];
}

export function FormulaExample({ tableId, fields, compiled, options }: FormulaExampleProps) {
  const example = useSignal<Example | undefined>(undefined);
  const records = useRef<{ of: string; read: Promise<ExampleRecord[]> }>(undefined);
  useEffect(() => {
    let isNewest = true;
    const of = compiled.uses.join();
    if (records.current?.of !== of) records.current = { of, read: readExamples(tableId, compiled.uses) };
    const evaluate = async () => {
      const [{ evaluateExamples }, found = []] = await Promise.all([
        import("./evaluate-example.ts"),
        records.current?.read,
      ]);
      const cells = await evaluateExamples(compiled, fields, found);
      if (!isNewest) return;
      const values = found.map(({ id, name = "" }, i) => ({ id, name, cell: cells[i] }));
      example.value = { of: compiled, values };
    };
    // an example is no reason to stop: what is wrong with the formula itself is said elsewhere
    evaluate().catch(() => {
      if (isNewest) records.current = undefined;
    });
    return () => {
      isNewest = false;
    };
  }, [tableId, fields, compiled]);
  // until the next is there, the last one stays: it does not blink
  const { of, values } = example.value ?? { of: compiled, values: [] };
  if (values.length === 0) return null;
  const field = { cellValueType: valueTypes[of.kind], options };
  return (
    <>
      <p class="note">{formulaTexts.examples(values.length)}</p>
      <ul class="note">
        {values.map(({ id, name, cell }) => (
          <li key={id}>
            {name || formulaTexts.unnamed}: <strong>{cellText(field, cell) || formulaTexts.empty}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
