/* The function reference of the guide (docs/guide/formulas.md). The search of the documentation page uses it too. */
import { dateWords } from "./reference/dates.ts";
import { listWords } from "./reference/lists.ts";
import { logicWords } from "./reference/logic.ts";
import { numberWords } from "./reference/numbers.ts";
import { textWords } from "./reference/texts.ts";
import { type Answer, exampleFields, type FunctionGroup, type FunctionWords } from "./reference/words.ts";

export const functionGroups: readonly FunctionGroup[] = [
  numberWords,
  textWords,
  logicWords,
  dateWords,
  listWords,
];

/** The reference as Markdown. */
export function writeReference(): string {
  const fields = Object.entries(exampleFields).map(([name, what]) => `- \`{${name}}\`: ${what}`);
  const intro = [
    "In the examples, these names stand for ids of fields. The time zone is UTC. `→ –` is an empty cell.",
    "",
    ...fields,
  ];
  return [...intro, ...functionGroups.flatMap(writeGroup)].join("\n");
}

const writeGroup = ({ title, words, functions }: FunctionGroup) => [
  ...["", `### ${title}`, "", words],
  ...functions.flatMap(writeFunction),
];

/** Each function has a heading, so that the search of the documentation page finds it by its name. */
function writeFunction({ call, does, examples, note }: FunctionWords): string[] {
  const shown = examples.map(([formula, answer]) => `\`${formula}\` → ${writeAnswer(answer)}`);
  const below = [...shown, ...(note ? [note] : [])].join(" · ");
  return ["", `#### ${call.slice(0, call.indexOf("("))}`, "", `\`${call}\`: ${does}`, "", below];
}

function writeAnswer(answer: Answer): string {
  if (answer === null) return "–";
  if (answer === true) return "TRUE";
  if (Array.isArray(answer)) return `[${answer.join(", ")}]`;
  return typeof answer === "string" ? `\`${answer}\`` : String(answer);
}
