/* A shared form: an input for each field that can be filled in. */

import { empty, hidden, problemAbove, type Shown, text, windowTitle } from "#lib/pages/parts/forms";
import { html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import { randomText } from "#lib/schemas/basics/ids";
import type { SharedView } from "#lib/schemas/shares/shared-view";
import type { Field } from "#lib/schemas/tables/field";
import { fileScript } from "./file-script.ts";
import { type QuestionOffer, questionHtml } from "./form-inputs.ts";

/** What can be chosen, by the id of the field. */
type Offers = ReadonlyMap<string, QuestionOffer>;

/** `sent`: the values and problems of an earlier attempt that was refused. */
export function sharedFormPage(shared: SharedView, offers: Offers, sent: Shown = empty()) {
  const { shareId, view, fields } = shared;
  const asked = fields.filter(({ recordCreate }) => recordCreate);
  const shown = inOrderOf(asked, sent);
  const questions = asked.map((field) => {
    const { question, help, required } = view.columnMeta[field.id] ?? {};
    return {
      field,
      question: question || field.name,
      help: help ?? field.description ?? "",
      isRequired: required === true || field.notNull === true,
      offer: offers.get(field.id),
    };
  });
  const asksFiles = asked.some(({ type }) => type === "attachment");
  const labels = Object.fromEntries(questions.map(({ field, question }) => [field.id, question]));
  const [cover, logo] = [pictureAt(view.options?.["coverUrl"]), pictureAt(view.options?.["logoUrl"])];
  return layout({
    title: view.name,
    windowTitle: windowTitle(view.name, shown),
    unlisted: true,
    imagesFrom: [cover, logo].flatMap((picture) => picture?.origin ?? []),
    framedBy: shared.shareMeta.frameOrigins ?? [],
    above: html`${cover && html`<img class="cover" src="${cover.href}" alt="">`}${logo && html`<img class="logo" src="${logo.href}" alt="">`}`,
    ...(asksFiles && { script: { text: fileScript, connectsTo: storageOrigins() } }),
    body: html`${view.description !== undefined && html`<p class="lines">${view.description}</p>`}${problemAbove(shown, labels)}
<form method="post" action="/share/${shareId}/form" class="alone"${
      asksFiles && html` enctype="multipart/form-data" data-files="/share/${shareId}/view/form-file"`
    }>
${hidden("once", text(shown.values, "once") || randomText(22))}
${questions.map((question) => questionHtml(question, shown))}
${asksFiles && html`<p role="status" class="hint"></p>`}
<button type="submit">${textOf(view.options?.["submitLabel"]) || "Send"}</button>
</form>`,
  });
}

/** Where files are sent besides this service: on AWS the storage has a host of its own. */
const storageOrigins = () => [process.env["GRIDLESS_FILES_ORIGIN"] ?? []].flat();

const textOf = (option: unknown): string => (typeof option === "string" ? option.trim() : "");

/** A picture at an address that a browser loads; undefined for anything else. */
function pictureAt(address: unknown): URL | undefined {
  const url = URL.canParse(textOf(address)) ? new URL(textOf(address)) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Puts the errors in the order of the fields, so that the first invalid field gets the focus. Errors without a field come first. */
function inOrderOf(asked: Field[], shown: Shown): Shown {
  if (!shown.problem) return shown;
  const indexOf = (name: string) => asked.findIndex(({ id }) => id === name);
  const fields = [...shown.problem.fields].sort(([a], [b]) => indexOf(a) - indexOf(b));
  return { ...shown, problem: { ...shown.problem, fields: new Map(fields) } };
}

/** Shown after a form was submitted. */
export function thankYouPage(shared: SharedView) {
  const { shareId, view } = shared;
  const thanks = textOf(view.options?.["thanks"]) || `Your answers to “${view.name}” were received.`;
  return layout({
    title: "Thank you",
    unlisted: true,
    framedBy: shared.shareMeta.frameOrigins ?? [],
    body: html`<p role="status" class="lines">${thanks}</p>
<ul class="links"><li><a href="/share/${shareId}">Send another answer</a></li></ul>`,
  });
}
