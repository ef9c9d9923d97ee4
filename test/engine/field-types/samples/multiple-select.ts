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
    defaultName: "Tags",
    dbFieldType: "JSON",
    isMultiple: true,
    operator: "hasAnyOf",
    ai: ["tag", "customization"],
  },
  options: selectOptions,
  rows: [
    {
      options: { choices: awkwardChoices },
      rows: [
        ["names, in their order, each once", ["a, b", "red", "red"], ["a, b", "red"], ["a, b", "red"]],
        ["text is a list", "red,new", no, ["red", "new"]],
        ["unless it is a name", "a, b", no, ["a, b"]],
        ["a quoted name holds commas", '"a, b", "say ""x"""', no, ["a, b", 'say "x"']],
        ["an element is one name", ["c, d"], no, ["c, d"]],
        ["elements with white space", [" red "], no, ["red"]],
        ["empty elements are ignored", ["red", null, ""], no, ["red"]],
        ["an element that is not a name", ["red", {}], no, no],
        ["a list in a list", ["red", ["x"]], no, no],
        ["an empty list", [], no, none],
        ["commas alone", " , ", no, none],
        ["a number", 7, no, ["7"]],
        ["an object", { name: "red" }, no, no],
      ],
    },
    {
      options: { choices: awkwardChoices, preventAutoNewOptions: true },
      rows: [
        ["a new one among others", ["new", "red"], no, no],
        ["all new", "new, newer", no, no],
      ],
    },
  ],
  texts: [[{ choices: quotedChoices }, idsOf({ choices: quotedChoices }), 'red, "a, b", """x"" y", x"y']],
  variants: [
    { options: { choices }, plain: "choices", cells: fc.shuffledSubarray(idsInCells, { minLength: 1 }) },
  ],
  conversion: {
    options: storedSelectOptions,
    cell: (options: Parameters<typeof idsOf>[0]) => fc.subarray(idsOf(options), { minLength: 1 }),
  },
  file: [
    ["red, new", ["red", "new"]],
    ['"a, b"', ["a, b"]],
    [",", no],
    ["", none],
  ],
  workbook: [
    ["red, Blue", ["red", "Blue"]],
    [7, ["7"]],
  ],
  form: [
    ["red", ["red"]],
    [
      ["red", "Blue"],
      ["red", "Blue"],
    ],
    [["red", "new"], no],
    [[], none],
  ],
  formula: {
    kind: "text",
    isList: true,
    gives: [
      [
        ["cho00000001", "cho00000000"],
        ["Blue", "red"],
      ],
      [["choRemoved"], none],
    ],
  },
  bench: { options: tenChoices, read: ["choice 2", "choice 7"], typecast: "choice 2, choice 7" },
};
