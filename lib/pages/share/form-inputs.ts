/* The input of each question of a shared form. All of them work without a script. */

import { about, aboutGroup, messageFor, type Shown, text, texts } from "#lib/pages/parts/forms";
import { type Html, html } from "#lib/pages/parts/html";
import { limits } from "#lib/schemas/basics/limits";
import type { Field } from "#lib/schemas/tables/field";

/** What can be chosen in a field with links or people. */
export interface QuestionOffer {
  choices: readonly Choice[];
  /** There are more than are offered: they are named by their titles. */
  hasMore: boolean;
  takesSeveral: boolean;
}
interface Choice {
  value: string;
  label: string;
}

interface Question {
  field: Field;
  /** What is asked, and what is said below that. */
  question: string;
  help: string;
  isRequired: boolean;
  offer: QuestionOffer | undefined;
}

interface Options {
  choices?: { name: string }[];
  defaultValue?: unknown;
  max?: number;
  showAs?: { type?: string };
  formatting?: { type?: string; time?: string; timeZone?: string };
}
const optionsOf = ({ options }: Field) => options as Options;
const hasTime = ({ formatting }: Options) => formatting?.time !== undefined && formatting.time !== "None";

/** With more choices a list is opened. */
const mostRadios = 6;

/** A question with its input, what was typed, and what is wrong with that. */
export function questionHtml(asked: Question, shown: Shown): Html {
  const { field, offer } = asked;
  const { choices = [], max = 5 } = optionsOf(field);
  const named = choices.map(({ name }) => ({ value: name, label: name }));
  switch (field.type) {
    case "checkbox":
      return checkbox(asked, shown);
    case "multipleSelect":
      return group(asked, shown, { type: "checkbox", choices: named });
    case "singleSelect":
      return named.length <= mostRadios
        ? group(asked, shown, { type: "radio", choices: named })
        : labelled(asked, shown, select(asked, shown, named));
    case "attachment":
      return labelled(asked, shown, files(asked, shown));
    case "rating":
      return group(asked, shown, { type: "radio", choices: marks(max), isRow: true });
  }
  if (!offer) return labelled(asked, shown, typedInput(asked, shown));
  if (offer.hasMore) return labelled(asked, shown, titles(asked, shown, offer));
  return offer.takesSeveral
    ? group(asked, shown, { type: "checkbox", choices: offer.choices })
    : labelled(asked, shown, select(asked, shown, offer.choices));
}

const marks = (max: number): Choice[] =>
  Array.from({ length: max }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }));

const helpOf = ({ field: { id }, help }: Question): Html | false =>
  help !== "" && html`<p class="hint lines" id="${id}-hint">${help}</p>`;

const markOf = ({ isRequired }: Question): Html =>
  html` <span class="hint">${isRequired ? "(required)" : "(optional)"}</span>`;

const attributes = (asked: Question, shown: Shown): Html =>
  html`${asked.isRequired && html` required`}${about(shown, asked.field.id, asked.help !== "")}`;

function checkbox(asked: Question, shown: Shown): Html {
  const { id } = asked.field;
  const isChecked = shown.problem
    ? text(shown.values, id) !== ""
    : optionsOf(asked.field).defaultValue === true;
  return html`<div class="field">${helpOf(asked)}${messageFor(shown, id)}
<label class="choice"><input type="checkbox" id="${id}" name="${id}" value="yes"${isChecked && html` checked`}${attributes(asked, shown)}><span>${asked.question}${asked.isRequired && markOf(asked)}</span></label></div>`;
}

interface Group {
  type: "radio" | "checkbox";
  choices: readonly Choice[];
  isRow?: true;
}

/** Radio buttons or checkboxes. What need not be answered can be taken back. */
function group(asked: Question, shown: Shown, { type, choices, isRow }: Group): Html {
  const { field, question, help, isRequired } = asked;
  const { id } = field;
  const chosen = chosenIn(asked, shown);
  const isRadio = type === "radio";
  const option = ({ value, label }: Choice, isChosen: boolean) =>
    html`<label class="choice"><input type="${type}" name="${id}" value="${value}"${isChosen && html` checked`}${
      isRadio && isRequired && html` required`
    }><span>${label}${isRow && value !== "" && html`<span aria-hidden="true"> ★</span>`}</span></label>`;
  return html`<fieldset id="${id}" tabindex="-1"${aboutGroup(shown, id, help !== "")}><legend>${question}${markOf(asked)}</legend>
${helpOf(asked)}${messageFor(shown, id)}
<div class="${isRow ? "marks" : "choices"}">${choices.map((choice) => option(choice, chosen.includes(choice.value)))}${
    isRadio && !isRequired && option({ value: "", label: "No answer" }, chosen.length === 0)
  }${choices.length === 0 && html`<p class="hint">There is nothing to choose from.</p>`}</div></fieldset>`;
}

function chosenIn({ field }: Question, shown: Shown): string[] {
  const { id } = field;
  if (shown.problem) return texts(shown.values, id).filter((value) => value !== "");
  const { defaultValue } = optionsOf(field);
  const presets = [defaultValue ?? []].flat();
  return presets.flatMap((value) => (["string", "number"].includes(typeof value) ? [String(value)] : []));
}

function labelled(asked: Question, shown: Shown, input: Html): Html {
  const { field, question } = asked;
  const options = optionsOf(field);
  // a browser sends the typed time without a time zone
  const zone =
    field.type === "date" &&
    hasTime(options) &&
    html` <span class="hint">(${options.formatting?.timeZone})</span>`;
  return html`<div class="field"><label for="${field.id}">${question}${zone}${markOf(asked)}</label>
${helpOf(asked)}${messageFor(shown, field.id)}
${input}</div>`;
}

function select(asked: Question, shown: Shown, choices: readonly Choice[]): Html {
  const { id } = asked.field;
  const [chosen] = chosenIn(asked, shown);
  return html`<select id="${id}" name="${id}"${attributes(asked, shown)}><option value=""></option>${choices.map(
    // without the value attribute a browser sends the text with its spaces collapsed
    ({ value, label }) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`,
  )}</select>`;
}

/** For more records or people than a page lists: they are named by their titles, with some as proposals. */
function titles(asked: Question, shown: Shown, { choices, takesSeveral }: QuestionOffer): Html {
  const { id } = asked.field;
  return html`<p class="hint">${takesSeveral ? "Write the names, with commas between them." : "Write the name."}</p>
<input type="text" id="${id}" name="${id}"${attributes(asked, shown)} list="${id}-list" autocomplete="off" value="${valueIn(asked, shown)}">
<datalist id="${id}-list">${choices.map(({ label }) => html`<option value="${label}"></option>`)}</datalist>`;
}

/**
 * Files go with the answers, so the page works without a script; with one, those that are too large for that are sent before
 * (file-script.ts). Files that were sent before an answer was refused are kept.
 */
function files(asked: Question, shown: Shown): Html {
  const { id } = asked.field;
  const sent = texts(shown.values, id).filter((value) => value !== "");
  const kept = sent.map(
    (value) =>
      html`<label class="choice"><input type="checkbox" name="${id}" value="${value}" checked><span>${value.replace(/ \(\w+\)$/, "")}</span></label>`,
  );
  const required = asked.isRequired && sent.length === 0 && html` required`;
  return html`<p class="hint" id="${id}-size">At most ${megabytes(limits.formFileBytes)} each.<noscript> Without JavaScript at most ${megabytes(limits.typedFilesBytes)} in all.</noscript></p>
${kept}<input type="file" multiple id="${id}" name="${id}"${required}${about(shown, id, asked.help !== "")}>`;
}

const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`;

const valueIn = ({ field }: Question, shown: Shown): string =>
  shown.problem ? text(shown.values, field.id) : presetText(optionsOf(field));

/** The default value as a person would type it: 0.05 is "5%" in a percent field. */
function presetText({ defaultValue = "", formatting }: Options): string {
  if (typeof defaultValue !== "number" || formatting?.type !== "percent") return String(defaultValue);
  return `${Number((defaultValue * 100).toPrecision(15))}%`;
}

const typesOfText: Record<string, string> = { email: "email", url: "url", phone: "tel" };

function typedInput(asked: Question, shown: Shown): Html {
  const { id, type } = asked.field;
  const options = optionsOf(asked.field);
  const value = valueIn(asked, shown);
  const named = html`id="${id}" name="${id}"${attributes(asked, shown)}`;
  if (type === "longText") return html`<textarea rows="5" ${named}>\n${value}</textarea>`;
  if (type === "date")
    return html`<input type="${hasTime(options) ? "datetime-local" : "date"}" ${named}${value !== "now" && html` value="${value}"`}>`;
  // not type="number", which refuses 5% and € 5, and hides what it cannot read
  if (type === "number") return html`<input type="text" ${named} inputmode="decimal" value="${value}">`;
  return html`<input type="${typesOfText[options.showAs?.type ?? ""] ?? "text"}" ${named} value="${value}">`;
}
