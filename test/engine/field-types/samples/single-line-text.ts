import fc from "fast-check";
import { anyText, optional } from "#test/engine/field-types/support";
import type { Samples } from "./shared/samples.ts";
import { ofText } from "./shared/texts.ts";

export const samples: Samples = ofText("singleLineText", "Label", {
  options: optional({
    showAs: fc.record({ type: fc.constantFrom("url", "email", "phone") }),
    defaultValue: anyText,
  }),
  rows: [
    ["surrounding white space is removed", " \t a \n", "a", "a"],
    ["no-break and ideographic space too", "\u00a0a\u3000", "a", "a"],
    ["line breaks and tabs become a space", "a\r\nb\nc\rd\te", "a b c d e", "a b c d e"],
    ["each line break becomes a space", "a\n\nb", "a  b", "a  b"],
    ["the rarer ones too", "a\u0085b\u2028c\u2029d\ve\ff", "a b c d e f", "a b c d e f"],
  ],
  texts: [[{}, ' "raw", as it is ', ' "raw", as it is ']],
  bench: { read: "Some words that fit a line", typecast: 12.5 },
});
