/* The words of cells that language models fill. */
import type { AiTask } from "#lib/engine/field-types/shared/ai-tasks";

const taskTexts: Record<AiTask, string> = {
  extraction: "Extract: take it from the text of another field",
  summary: "Summarize another field",
  translation: "Translate another field",
  improvement: "Improve the text of another field",
  classification: "Choose the choice that fits another field",
  tag: "Choose all choices that fit another field",
  rating: "Rate another field",
  imageGeneration: "Make an image",
  customization: "Own words",
};

const cellsOf = (count: number): string => (count === 1 ? "1 cell" : `${count} cells`);

export const aiTexts = {
  tasks: taskTexts,
  isFilled: "A language model fills the cells",
  model: "Model",
  notConfigured: (key: string) => `${key} (not configured)`,
  withImages: (key: string) => `${key} (reads images)`,
  task: "What it does",
  source: "Field that it reads",
  language: "Language",
  languageHint: "For example French.",
  prompt: "What the model is asked",
  insertField: "Insert a field …",
  insertFieldLabel: "Insert a field into the text",
  more: "More words for the task",
  moreHint: "For example: only the surname.",
  images: "Files that it looks at",
  onlyChoices: "Only choices that the field has",
  when: "When",
  whens: {
    auto: "In new records, and when what it reads has changed",
    asked: "Only when it is asked for",
  },
  whenHint:
    "Cells that records have already are filled by “Fill with the model”. What a person writes into a cell stays.",
  noModels: "No language model is configured, so nothing is sent, and the field waits.",
  howToSet:
    "With npm start, set GRIDLESS_AI_URL to a server that speaks the OpenAI chat protocol (for Ollama http://localhost:11434/v1) and GRIDLESS_AI_MODELS to its models (for example fast=llama3.2), and start it again. On AWS, name models of Amazon Bedrock in aiModels of cdk.json, and deploy.",
  notUsable: (key: string, known: string) =>
    `The model ${key} is not configured, so the field waits. These are: ${known}.`,
  sent: (model: string, fields: string, choices: boolean, images: boolean) =>
    `Sent to the model ${model}, at the address that this service is set to, and nowhere else: ${
      fields || "no cells yet"
    }${fields && " (of each cell the first 24,000 characters), their names"}, the name${
      choices ? " and the choices" : ""
    } of this field, and the words above${images ? ", and up to four images" : ""}. No other cells, no addresses, no names of people.`,
  cellsOfField: (name: string) => `the cells of ${name}`,
  unknownNames: (names: string) => `No field has the name ${names}: it is sent as it is written.`,
  fill: "Fill with the model",
  fillOf: (name: string) => `Fill ${name} with the model`,
  field: "Field",
  which: "Which cells",
  selected: (count: number) => `Those that are selected: ${cellsOf(count)}, also those with a value`,
  tooManySelected: (count: number, most: number) =>
    `Those that are selected: ${cellsOf(count)}. More than ${most} are filled by a choice below.`,
  empty: (count: string) => `The empty ones of this view${count}`,
  all: (count: string) => `All of this view, also those with a value${count}`,
  counted: (count: number) => `: ${cellsOf(count)}`,
  cost: (count: number, tokens: string, daily: string) =>
    `${count === 1 ? "One question" : `${count} questions`} to the model: some ${tokens} tokens if the texts have about 1,000 characters. This base may use ${daily} a day. What a token costs is up to the provider.`,
  noUndo: "What the model writes is not taken back by Undo.",
  filling: "The model is filling this cell",
  fillingWaits: (reason: string, until: string) => `Not filled yet: ${reason}. It goes on at ${until}.`,
  unfilled: (reason: string) => `The model did not fill this cell: ${reason}`,
  status: "What the model fills",
  isFilling: (name: string) => `${name} is being filled`,
  isFillingCells: (name: string, count: number) => `${name}: ${cellsOf(count)} being filled`,
  progress: (done: number, total: number) => `, ${done} of ${total} rows`,
  waits: (name: string, reason: string) => `${name} waits: ${reason}.`,
  until: (time: string) => `It goes on at ${time}.`,
  whatToSet: "What to set",
  failed: (name: string, count: number, reason: string) => `${name}: ${cellsOf(count)} not filled. ${reason}`,
  ended: (name: string, reason: string) => `${name} was not filled to its end. ${reason}`,
  stop: "Stop",
  stopOf: (name: string) => `Stop filling ${name}`,
  again: "Try again",
  againOf: (name: string) => `Try again to fill ${name}`,
  hide: (name: string) => `Do not show this of ${name}`,
} as const;
