/* The properties of a type that the API promises. */
import { expect, test } from "vitest";
import { type AiTask, aiTasksOf } from "#lib/engine/field-types/shared/ai-tasks";
import { operatorsOf } from "#lib/engine/field-types/shared/operators";
import { readAiConfig } from "#lib/engine/fields/ai-config";
import type { Issue } from "#lib/schemas/basics/error";
import type { Samples } from "../samples/index.ts";
import { typeNamed } from "../support.ts";

const allTasks: AiTask[] = [...new Set(Object.values(aiTasksOf).flat())];
const source = "fldSource0000000000";

/** An aiConfig as short as the task allows. */
const aiConfigOf = (task: AiTask) => ({
  ...{ modelKey: "m", type: task },
  ...(task === "customization" ? { prompt: "Say hello" } : { sourceFieldId: source }),
  ...(task === "translation" && { targetLanguage: "de" }),
});

export function describeContract(name: string, { contract, computedBy }: Samples): void {
  const type = typeNamed(name);
  const options = type.initialOptions();
  const { ai, operator, isMultiple = false, ...own } = contract;

  test("has the properties of its contract", () => {
    expect({
      defaultName: type.defaultName(options),
      cellValueType: type.cellValueType,
      dbFieldType: type.dbFieldType(options),
      isMultiple: type.isMultiple(options),
      canBe: type.canBe,
      isComputed: type.isComputed === true,
      isOfRecord: type.compute !== undefined,
    }).toEqual({
      ...{ ...own, isMultiple },
      isComputed: computedBy !== undefined,
      isOfRecord: computedBy === "the record",
    });
    expect(type.statistics(options)).toContain("count");
  });

  test(operator ? `can be filtered by ${operator}` : "cannot be filtered", () => {
    const operators = operatorsOf[type.family(options)];
    if (operator) expect(operators).toContain(operator);
    else expect(operators).toEqual([]);
  });

  test(`takes an aiConfig for ${ai?.join(", ") ?? "no task"}`, () => {
    const read = (task: AiTask) => {
      const issues: Issue[] = [];
      const known = { at: ["aiConfig"], fieldIds: new Set([source]), issues };
      const stored = readAiConfig(aiConfigOf(task), type, known);
      return issues.length > 0 ? issues.map(({ path }) => path) : stored;
    };
    const refused = [ai ? "aiConfig.type" : "aiConfig"];
    const expected = (task: AiTask) => (ai?.includes(task) ? aiConfigOf(task) : refused);
    expect(allTasks.map((task) => [task, read(task)])).toEqual(
      allTasks.map((task) => [task, expected(task)]),
    );
  });
}
