/* Records of a shared view as a table, page by page. */
import type { Failure } from "#lib/http/definition";
import { pageResult } from "#lib/http/respond";
import { errorPage } from "#lib/pages/parts/error-page";
import { type Html, html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";
import type { SharedView } from "#lib/schemas/shares/shared-view";

interface Rows {
  columns: { id: string; name: string; kind: "number" | "date" | "text" }[];
  rows: Cell[][];
  nextCursor: string | null;
}
/** Text, or files under their names. */
type Cell = string | { name: string; address: string }[];

export function sharedGridPage(
  { shareId: id, view, tableName }: SharedView,
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
    body: html`${description !== undefined && html`<p>${description}</p>`}
<p class="note" id="table">${tableName}</p>
${
  rows.length > 0
    ? html`<div class="scrolled" role="region" aria-labelledby="table" tabindex="0"><table>
<thead><tr>${columns.map(({ id, name }, i) => head(name, orderOf(id), classOf(i)))}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map(cell)}</tr>\n`)}</tbody>
</table></div>`
    : html`<p>${nextCursor === null ? "There are no records here." : "There are none here yet: go on to the next page."}</p>`
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

/** Of a page that cannot be gone on to: the view was changed while somebody read it. What else may be wrong is an error page. */
export const pageFailure: Failure = (error, event) =>
  error.code === "validation_error"
    ? pageResult(movedOnPage(event.call.names["shareId"] ?? ""), event.requestContext.requestId)
    : errorPage(error, event);

const movedOnPage = (shareId: string) =>
  layout({
    title: "This table has changed",
    unlisted: true,
    status: 400,
    body: html`<p role="alert">Its records are shown in another way by now, so there is no next page to the one before.</p>
<ul class="links"><li><a href="/share/${shareId}">First page</a></li></ul>`,
  });

/** A share that shows neither records nor a form that can be filled in. */
export const closedSharePage = ({ view }: SharedView) =>
  layout({
    title: view.name,
    unlisted: true,
    status: 403,
    body: html`<p>${view.type === "form" ? "This form takes nothing at present." : "This share shows no records."}</p>`,
  });
