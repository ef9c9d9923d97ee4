/* A shared form: each field that can be filled in, by the part of a form that suits it. */

import {
  about,
  aboutGroup,
  empty,
  messageFor,
  problemAbove,
  type Shown,
  text,
  texts,
  windowTitle,
} from "#lib/pages/parts/forms";
import { type Html, html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import type { SharedView } from "#lib/schemas/shares/shared-view";
import type { Field } from "#lib/schemas/tables/field";

export function sharedFormPage({ shareId, view, fields }: SharedView, sent: Shown = empty()) {
  const asked = fields.filter(({ recordCreate }) => recordCreate);
  const shown = inOrderOf(asked, sent);
  const labels = Object.fromEntries(asked.map((field) => [field.id, field.name]));
  const label = view.options?.["submitLabel"];
  return layout({
    title: view.name,
    windowTitle: windowTitle(view.name, shown),
    unlisted: true,
    body: html`${view.description !== undefined && html`<p>${view.description}</p>`}${problemAbove(shown, labels)}
<form method="post" action="/share/${shareId}/form" class="alone">
${asked.map((field) => part(field, view.columnMeta[field.id]?.required === true || field.notNull === true, shown))}
<button type="submit">${typeof label === "string" && label ? label : "Send"}</button>
</form>`,
  });
}

/** What is wrong, from the top of the form to its end: the first has the focus. What is about no part of it comes first. */
function inOrderOf(asked: Field[], shown: Shown): Shown {
  if (!shown.problem) return shown;
  const placeOf = (name: string) => asked.findIndex(({ id }) => id === name);
  const fields = [...shown.problem.fields].sort(([a], [b]) => placeOf(a) - placeOf(b));
  return { ...shown, problem: { ...shown.problem, fields: new Map(fields) } };
}

export const thankYouPage = ({ shareId, view }: SharedView) =>
  layout({
    title: "Thank you",
    unlisted: true,
    body: html`<p role="status">What you have sent to “${view.name}” has arrived.</p>
<ul class="links"><li><a href="/share/${shareId}">Fill it in once more</a></li></ul>`,
  });

interface Options {
  choices?: { name: string }[];
  defaultValue?: unknown;
  max?: number;
  formatting?: { type?: string; time?: string; timeZone?: string };
}
const hasTime = ({ formatting }: Options) => formatting?.time !== undefined && formatting.time !== "None";

function part(field: Field, isRequired: boolean, shown: Shown): Html {
  const { id, name, description, type } = field;
  const options = field.options as Options;
  const isNew = !shown.problem;
  const hint = description !== undefined && html`<p class="hint" id="${id}-hint">${description}</p>`;
  const attributes = html`${isRequired && html` required`}${about(shown, id, hint !== false)}`;
  const optional = !isRequired && html` <span class="hint">(optional)</span>`;
  const preset = options.defaultValue;

  if (type === "checkbox") {
    const isChecked = isNew ? preset === true : text(shown.values, id) !== "";
    return html`<div class="field">${hint}${messageFor(shown, id)}
<label class="choice"><input type="checkbox" id="${id}" name="${id}" value="yes"${isChecked && html` checked`}${attributes}><span>${name}</span></label></div>`;
  }
  if (type === "multipleSelect") {
    const chosen = isNew ? ((preset as string[] | undefined) ?? []) : texts(shown.values, id);
    return html`<fieldset id="${id}" tabindex="-1"${aboutGroup(shown, id, hint !== false)}><legend>${name}${optional}</legend>
${hint}${messageFor(shown, id)}
${options.choices?.map((choice) => html`<label class="choice"><input type="checkbox" name="${id}" value="${choice.name}"${chosen.includes(choice.name) && html` checked`}><span>${choice.name}</span></label>`)}</fieldset>`;
  }

  const value = isNew ? presetText(options) : text(shown.values, id);
  // a browser sends the time that was typed, and not from where
  const zone =
    type === "date" && hasTime(options) && html` <span class="hint">(${options.formatting?.timeZone})</span>`;
  return html`<div class="field"><label for="${id}">${name}${zone}${optional}</label>
${hint}${messageFor(shown, id)}
${input({ id, type, options, value, attributes })}</div>`;
}

/** As somebody would type it: 5 in a field of percents is 0.05. */
function presetText({ defaultValue = "", formatting }: Options): string {
  if (typeof defaultValue !== "number" || formatting?.type !== "percent") return String(defaultValue);
  return `${Number((defaultValue * 100).toPrecision(15))}%`;
}

interface Input {
  id: string;
  type: string;
  options: Options;
  value: string;
  attributes: Html;
}

function input({ id, type, options, value, attributes }: Input): Html {
  const named = html`id="${id}" name="${id}"${attributes}`;
  if (type === "longText") return html`<textarea rows="5" ${named}>\n${value}</textarea>`;
  const choices =
    type === "rating"
      ? Array.from({ length: options.max ?? 5 }, (_, i) => String(i + 1))
      : options.choices?.map(({ name }) => name);
  if (choices)
    return html`<select ${named}><option value=""></option>${choices.map(
      // without a value a browser sends the text, with but one blank between words
      (choice) => html`<option value="${choice}"${choice === value && html` selected`}>${choice}</option>`,
    )}</select>`;
  if (type === "date") {
    return html`<input type="${hasTime(options) ? "datetime-local" : "date"}" ${named}${value !== "now" && html` value="${value}"`}>`;
  }
  return html`<input type="text" ${named}${type === "number" && html` inputmode="decimal"`} value="${value}">`;
}
