/* A page of the records of a shared view, as a table. */
import type { Failure } from "#lib/http/definition";
import { pageResult } from "#lib/http/encodings/other-answers";
import { errorPage } from "#lib/pages/parts/error-page";
import { type Html, html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import type { SharedView } from "#lib/schemas/shares/shared-view";

interface Rows {
  columns: { id: string; name: string; kind: "number" | "date" | "text" }[];
  rows: Cell[][];
  nextCursor: string | null;
}
/** Text, or files with their names. */
type Cell = string | { name: string; address: string }[];

/** `isFirst`: it is the first page, so it needs no link to that. */
export function sharedGridPage(
  { shareId: id, view, tableName, shareMeta }: SharedView,
  { columns, rows, nextCursor }: Rows,
  isFirst: boolean,
) {
  const { sort, description } = view;
  const orders = sort?.manualSort ? [] : (sort?.sortObjs ?? []);
  const orderOf = (fieldId: string) => orders.find((each) => each.fieldId === fieldId)?.order;
  const classOf = (i: number) => html` class="${columns[i]?.kind ?? "text"}"`;
  const cell = (each: Cell, i: number) =>
    i === 0
      ? html`<th scope="row"${classOf(i)}>${cellHtml(each)}</th>`
      : html`<td${classOf(i)}>${cellHtml(each)}</td>`;
  return layout({
    title: view.name,
    wide: "most",
    unlisted: true,
    framedBy: shareMeta.frameOrigins ?? [],
    body: html`${description !== undefined && html`<p>${description}</p>`}
<p class="note" id="table">${tableName}</p>
${
  rows.length > 0
    ? html`<div class="scrolled" role="region" aria-labelledby="table" tabindex="0"><table>
<thead><tr>${columns.map(({ id, name }, i) => head(name, orderOf(id), classOf(i)))}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map(cell)}</tr>\n`)}</tbody>
</table></div>`
    : html`<p>${nextCursor === null ? "This view has no records." : "No records on this page. Go on to the next page."}</p>`
}
<ul class="links">${nextCursor !== null && html`<li><a rel="next" href="/share/${id}?cursor=${nextCursor}">Next page</a></li>`}${
      !isFirst && html`<li><a href="/share/${id}">First page</a></li>`
    }</ul>`,
  });
}

function head(name: string, order: "asc" | "desc" | undefined, classes: Html) {
  const sorted = order && html` aria-sort="${order === "asc" ? "ascending" : "descending"}"`;
  return html`<th scope="col"${classes}${sorted}>${name}${order && html` <span aria-hidden="true">${order === "asc" ? "↑" : "↓"}</span>`}</th>`;
}

const cellHtml = (cell: Cell): Html =>
  typeof cell === "string"
    ? html`${cell}`
    : html`${cell.map(({ name, address }, i) => html`${i > 0 && ", "}<a href="${address}">${name}</a>`)}`;

/** For a cursor that is no longer valid because the view was changed since the page before. Other errors get an error page. */
export const pageFailure: Failure = (error, event) =>
  error.code === "validation_error"
    ? pageResult(movedOnPage(event.call.names["shareId"] ?? ""), event.requestContext.requestId)
    : errorPage(error, event);

const movedOnPage = (shareId: string) =>
  layout({
    title: "This table has changed",
    unlisted: true,
    status: 400,
    body: html`<p role="alert">The view was changed while you were reading it, so the next page no longer exists. Start again from the first page.</p>
<ul class="links"><li><a href="/share/${shareId}">First page</a></li></ul>`,
  });

/** For a share that shows no records, and a form that accepts no answers. */
export const closedSharePage = ({ view, shareMeta }: SharedView) =>
  layout({
    title: view.name,
    unlisted: true,
    framedBy: shareMeta.frameOrigins ?? [],
    status: 403,
    body: html`<p>${view.type === "form" ? "This form does not accept answers at the moment." : "This share shows no records."}</p>`,
  });
