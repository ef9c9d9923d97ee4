/* The members of an aiConfig. Which tasks each type may have: test/engine/field-types/every-type.test.ts. */
import { expect, test } from "vitest";
import { readAiConfig } from "#lib/engine/fields/ai-config";
import type { Issue } from "#lib/schemas/basics/error";
import { typeNamed } from "#test/engine/field-types/support";

const source = "fldSource0000000000";
const sourced = (type: string, more: object = {}) => ({
  modelKey: "m",
  type,
  sourceFieldId: source,
  ...more,
});
const custom = (more: object = {}) => ({
  modelKey: "m",
  type: "customization",
  prompt: "Say hello",
  ...more,
});

/** The stored aiConfig, or the paths of the issues. */
function read(sent: unknown, type: Parameters<typeof readAiConfig>[1]) {
  const issues: Issue[] = [];
  const known = { at: ["aiConfig"], fieldIds: new Set([source]), issues };
  const stored = readAiConfig(sent, type, known);
  return issues.length > 0 ? issues.map(({ path }) => path) : stored;
}
const readFor = (type: string, sent: unknown) => read(sent, typeNamed(type));
const files = typeNamed("attachment");

test.each(["user", "singleLineText"])("%s: null and undefined mean no aiConfig", (type) => {
  for (const nothing of [null, undefined]) expect(readFor(type, nothing)).toBeUndefined();
});

test.each<[string, object]>([
  ["singleLineText", sourced("summary", { isAutoFill: true, attachPrompt: "Be brief" })],
  ["longText", sourced("translation", { targetLanguage: "Klingon" })],
  ["longText", custom({ attachmentFieldIds: [source] })],
  ["singleSelect", custom({ onlyAllowConfiguredOptions: true })],
  ["multipleSelect", custom({ onlyAllowConfiguredOptions: false })],
])("%s keeps %j", (type, sent) => expect(readFor(type, sent)).toEqual(sent));

test.each([
  sourced("imageGeneration", { n: 10, size: "1024x768", quality: "high" }),
  custom({ n: 1, quality: "low" }),
])("of files keeps %j", (sent) => expect(read(sent, files)).toEqual(sent));

test("other members are ignored, as everywhere outside options", () => {
  expect(readFor("date", sourced("extraction", { n: 3, targetLanguage: "de" }))).toEqual(
    sourced("extraction"),
  );
  expect(readFor("number", custom({ onlyAllowConfiguredOptions: true, sourceFieldId: 7 }))).toEqual(custom());
});

test.each<[string, unknown, string[]]>([
  ["longText", {}, ["aiConfig.type"]],
  ["longText", { type: "summary" }, ["aiConfig.modelKey", "aiConfig.sourceFieldId"]],
  [
    "longText",
    sourced("summary", { modelKey: " ", isAutoFill: "yes", attachPrompt: 1 }),
    ["aiConfig.modelKey", "aiConfig.isAutoFill", "aiConfig.attachPrompt"],
  ],
  ["longText", sourced("summary", { sourceFieldId: "fld1" }), ["aiConfig.sourceFieldId"]],
  ["longText", sourced("summary", { sourceFieldId: "fldNowhere000000000" }), ["aiConfig.sourceFieldId"]],
  ["longText", sourced("translation"), ["aiConfig.targetLanguage"]],
  ["longText", { modelKey: "m", type: "customization" }, ["aiConfig.prompt"]],
  ["longText", custom({ prompt: "x".repeat(10_001) }), ["aiConfig.prompt"]],
  [
    "longText",
    custom({ attachmentFieldIds: [source, "fldNowhere000000000"] }),
    ["aiConfig.attachmentFieldIds[1]"],
  ],
  ["longText", custom({ attachmentFieldIds: source }), ["aiConfig.attachmentFieldIds"]],
  ["singleSelect", custom({ onlyAllowConfiguredOptions: 1 }), ["aiConfig.onlyAllowConfiguredOptions"]],
])("400: %s: %j", (type, sent, paths) => expect(readFor(type, sent)).toEqual(paths));

test.each([{ n: 0 }, { n: 11 }, { n: 1.5 }, { size: "big" }, { size: "0x1" }, { quality: "best" }])(
  "400: of files: %j",
  (more) => {
    const paths = Object.keys(more).map((name) => `aiConfig.${name}`);
    for (const sent of [sourced("imageGeneration", more), custom(more)])
      expect(read(sent, files)).toEqual(paths);
  },
);
