import fc from "fast-check";
import { no, none, type Samples } from "./shared/samples.ts";
import * as selects from "./shared/selects.ts";

export const samples: Samples = {
  contract: {
    ...selects.contractOfChoices,
    defaultName: "Select",
    dbFieldType: "TEXT",
    operator: "isAnyOf",
    ai: ["classification", "customization"],
  },
  options: selects.selectOptions,
  rows: [
    {
      options: { choices: selects.awkwardChoices },
      rows: [
        ["a name", "red", "red", "red"],
        ["with white space around it", " red ", no, "red"],
        ["another case is another name", "Red", no, "Red"],
        ["the first of a list", ["a, b", "red"], no, "a, b"],
        ["a new one", "new", no, "new"],
        ["a number is a name", 7, no, "7"],
        ["an id is not a name", "cho00000000", no, "cho00000000"],
        ["nothing", "", no, none],
        ["an empty list", [], no, none],
        ["an object", { name: "red" }, no, no],
      ],
    },
    {
      options: { choices: selects.awkwardChoices, preventAutoNewOptions: true },
      rows: [
        ["a name", "red", "red", "red"],
        ["a new name is refused", "new", no, no],
        ["the first of a list, which is not a choice", ["new", "red"], no, no],
      ],
    },
  ],
  texts: [[{ choices: selects.quotedChoices }, "cho00000001", "a, b"]],
  variants: [
    { options: { choices: selects.choices }, plain: "choice", cells: fc.constantFrom(...selects.idsInCells) },
  ],
  conversion: {
    options: selects.storedSelectOptions,
    cell: (options: Parameters<typeof selects.idsOf>[0]) => fc.constantFrom(...selects.idsOf(options)),
  },
  file: [
    ["red", "red"],
    ["Dark red", "Dark red"],
    ["new", "new"],
    [" ", none],
  ],
  workbook: [
    ["red", "red"],
    [7, "7"],
  ],
  form: [
    ["red", "red"],
    ["new", no],
    ["", none],
  ],
  formula: {
    kind: "text",
    gives: [
      ["cho00000001", "Blue"],
      ["choRemoved", none],
    ],
  },
  bench: { options: selects.tenChoices, read: "choice 7", typecast: "choice 7" },
};
