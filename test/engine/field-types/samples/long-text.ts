import { anyText, optional } from "#test/engine/field-types/support";
import type { Samples } from "./shared/samples.ts";
import { ofText } from "./shared/texts.ts";

export const samples: Samples = ofText("longText", "Notes", {
  options: optional({ defaultValue: anyText }),
  rows: [
    ["line breaks and tabs stay", "a\r\n\n\tb", "a\r\n\n\tb", "a\r\n\n\tb"],
    ["surrounding ones too", "\n a\n b \n", "\n a\n b \n", "\n a\n b \n"],
    ["surrounding white space of all kinds", " \t\u00a0a\u3000", " \t\u00a0a\u3000", " \t\u00a0a\u3000"],
  ],
  texts: [[{}, "a\n\tb", "a\n\tb"]],
  bench: { read: "Some words\nof two lines", typecast: 12.5 },
});
