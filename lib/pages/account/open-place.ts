/* The page that the link of a notification about a record leads to. It shows the record, and how a program reads it. */
import { type Html, html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";

interface Shown {
  base?: string;
  table?: string;
  record: { id: string; name: string; fields: Readonly<Record<string, unknown>> } | "gone";
  comment?: Comment | "gone";
}
interface Comment {
  createdBy: { name: string };
  createdTime: string;
  content: readonly object[];
}

/** Ids of the address, and the address of the table in the app. */
interface Link {
  id?: string | undefined;
  recordId?: string | undefined;
  app: string;
}

/** The page at /open. */
export const placePage = ({ base, table, record, comment }: Shown, { id, recordId, app }: Link) => {
  const isGone = record === "gone";
  return layout({
    title: isGone ? (table ?? "Here") : record.name.trim() || "A record",
    wide: true,
    unlisted: true,
    body: html`<p class="note">A record of the table <strong>${table}</strong> in the base <strong>${base}</strong></p>
${isGone && html`<p class="notice">The record was deleted.</p>`}
${comment === "gone" && html`<p class="notice">The comment was deleted.</p>`}
${typeof comment === "object" && commentCard(comment)}
${!isGone && recordCard(record)}
<p><a class="button" href="${app}">Open the table</a></p>
<section class="card"><h2>For programs</h2><p>This call reads it:</p>
<pre>GET /table/${id}/record${!isGone && `/${recordId}`}</pre>
<ul class="links"><li><a href="/docs#${isGone ? "listRecords" : "getRecord"}">Try it in the documentation</a></li><li><a href="/account">Your account</a></li></ul></section>`,
  });
};

const commentCard = ({
  createdBy,
  createdTime,
  content,
}: Comment) => html`<section class="card"><h2>Comment</h2>
<p class="note">${createdBy.name}, <time datetime="${createdTime}">${createdTime.slice(0, 16).replace("T", " ")} UTC</time></p>
${content.map(paragraphOf)}</section>`;

interface Part {
  type?: string;
  value?: unknown;
  title?: string;
  url?: string;
  name?: string;
  children?: readonly Part[];
}

function paragraphOf(part: Part): Html {
  if (part.type === "img") return html`<p class="note">A picture</p>`;
  return html`<p>${(part.children ?? []).map(textOf)}</p>`;
}

/** Links in comments are shown as text, because other people wrote their addresses. */
const textOf = ({ type, value, title, url, name }: Part): string => {
  if (type === "mention") return `@${name ?? value}`;
  return type === "a" ? `${title ?? ""} (${url})` : String(value ?? "");
};

function recordCard({ fields }: { fields: Readonly<Record<string, unknown>> }): Html {
  const cells = Object.entries(fields).slice(0, 30);
  return html`<section class="card"><h2>Record</h2>${
    cells.length > 0
      ? html`<dl>${cells.map(([name, value]) => html`<dt>${name}</dt><dd>${String(value)}</dd>`)}</dl>`
      : html`<p class="note">All cells are empty.</p>`
  }</section>`;
}
