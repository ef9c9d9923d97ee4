import fc from "fast-check";
import { no, none, type Samples } from "./shared/samples.ts";
import {
  awkwardChoices,
  choices,
  contractOfChoices,
  idsInCells,
  idsOf,
  quotedChoices,
  selectOptions,
  storedSelectOptions,
  tenChoices,
} from "./shared/selects.ts";

export const samples: Samples = {
  contract: {
    ...contractOfChoices,
    defaultName: "Select",
    dbFieldType: "TEXT",
    operator: "isAnyOf",
    ai: ["classification", "customization"],
  },
  options: selectOptions,
  rows: [
    {
      options: { choices: awkwardChoices },
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
      options: { choices: awkwardChoices, preventAutoNewOptions: true },
      rows: [
        ["a name", "red", "red", "red"],
        ["a new name is refused", "new", no, no],
        ["the first of a list, which is not a choice", ["new", "red"], no, no],
      ],
    },
  ],
  texts: [[{ choices: quotedChoices }, "cho00000001", "a, b"]],
  variants: [{ options: { choices }, plain: "choice", cells: fc.constantFrom(...idsInCells) }],
  conversion: {
    options: storedSelectOptions,
    cell: (options: Parameters<typeof idsOf>[0]) => fc.constantFrom(...idsOf(options)),
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
  bench: { options: tenChoices, read: "choice 7", typecast: "choice 7" },
};
