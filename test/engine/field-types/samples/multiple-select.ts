import fc from "fast-check";
import { no, none, type Samples } from "./shared/samples.ts";
import * as selects from "./shared/selects.ts";

export const samples: Samples = {
  contract: {
    ...selects.contractOfChoices,
    defaultName: "Tags",
    dbFieldType: "JSON",
    isMultiple: true,
    operator: "hasAnyOf",
    ai: ["tag", "customization"],
  },
  options: selects.selectOptions,
  rows: [
    {
      options: { choices: selects.awkwardChoices },
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
      options: { choices: selects.awkwardChoices, preventAutoNewOptions: true },
      rows: [
        ["a new one among others", ["new", "red"], no, no],
        ["all new", "new, newer", no, no],
      ],
    },
  ],
  texts: [
    [
      { choices: selects.quotedChoices },
      selects.idsOf({ choices: selects.quotedChoices }),
      'red, "a, b", """x"" y", x"y',
    ],
  ],
  variants: [
    {
      options: { choices: selects.choices },
      plain: "choices",
      cells: fc.shuffledSubarray(selects.idsInCells, { minLength: 1 }),
    },
  ],
  conversion: {
    options: selects.storedSelectOptions,
    cell: (options: Parameters<typeof selects.idsOf>[0]) =>
      fc.subarray(selects.idsOf(options), { minLength: 1 }),
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
  bench: { options: selects.tenChoices, read: ["choice 2", "choice 7"], typecast: "choice 2, choice 7" },
};
