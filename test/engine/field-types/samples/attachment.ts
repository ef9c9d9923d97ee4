import fc from "fast-check";
import type { Attachment } from "#lib/engine/field-types/shared/field-type";
import { letter, picture } from "#test/engine/field-types/support";
import { no, none, type Samples } from "./shared/samples.ts";

const dot: Attachment = { ...picture, id: "actPict0000000000001", name: "dot.PNG" };
const dear: Attachment = { ...letter, id: "actLett0000000000001", name: "Dear.txt" };

/** Files are compared by name and token: their ids are new in each cell. */
const sent = ({ name, token }: { name: string; token: string }) => ({ name, token });
const [aDot, aDear] = [sent(dot), sent(dear)];
const [dotText, dearText] = [`dot.PNG (${picture.token})`, `Dear.txt (${letter.token})`];

const file = fc
  .record({
    of: fc.constantFrom(picture, letter),
    name: fc.constantFrom("dot.png", "a,b.png", 'x "y".txt', "a (b).txt"),
  })
  .map(({ of, name }) => ({ ...of, id: `act${of.token.slice(0, 10)}a1B2c3`, name }));

export const samples: Samples = {
  contract: {
    defaultName: "Attachments",
    cellValueType: "string",
    dbFieldType: "JSON",
    isMultiple: true,
    canBe: { primary: false, unique: false, notNull: true },
    operator: "isEmpty",
    ai: ["imageGeneration", "customization"],
  },
  options: fc.constant({}),
  rows: [
    {
      options: {},
      rows: [
        ["files by token, with a name", [aDot, aDear], [aDot, aDear], [aDot, aDear]],
        ["one file that is no list", aDot, no, [aDot]],
        ["by the id of an attachment", dear.id, no, [aDear]],
        ["by its text", `${dotText},${dearText}`, no, [aDot, aDear]],
        ["a name alone", "dot.PNG", no, no],
        ["a token that no file has", [{ name: "x", token: "Gone000000SecretSecret00" }], no, no],
        ["a file without a name", [{ token: picture.token }], no, no],
        ["an empty list", [], none, none],
        ["nothing", "", no, none],
        ["a number", 7, no, no],
      ],
    },
  ],
  texts: [[{}, [dot, dear], `${dotText},${dearText}`]],
  variants: [{ options: {}, plain: "files", cells: fc.subarray([dot, dear], { minLength: 1 }) }],
  conversion: { options: fc.constant({}), cell: () => fc.array(file, { minLength: 1, maxLength: 3 }) },
  file: [
    [`${dotText},${dearText}`, [aDot, aDear]],
    ["dot.PNG", no],
    [",", no],
    ["", none],
  ],
  workbook: [
    [dotText, [aDot]],
    [7, no],
  ],
  form: [
    ["dot.PNG", no],
    [[], none],
  ],
  formula: {
    kind: "text",
    isList: true,
    gives: [
      [
        [dot, dear],
        [dotText, dearText],
      ],
    ],
  },
  bench: { read: [{ token: picture.token, name: "dot.png" }], typecast: dot.id },
};
