/* The page that the link of a notification leads to. It names what the notification is about, and how a program reads it. */
import { type Html, html } from "#lib/pages/parts/html";
import { layout } from "#lib/pages/parts/layout";

interface Shown {
  space?: string;
  base?: string;
  table?: string;
  record?: { id: string; name: string; fields: Readonly<Record<string, unknown>> } | "gone";
  comment?: Comment | "gone";
}
interface Comment {
  createdBy: { name: string };
  createdTime: string;
  content: readonly object[];
}

/** The page at /open. */
export const placePage = (shown: Shown, link: { id: string; recordId?: string | undefined }) => {
  const { space, base, table, record, comment } = shown;
  const own = typeof record === "object" ? record.name.trim() || "A record" : undefined;
  return layout({
    title: own ?? table ?? base ?? space ?? "Here",
    wide: true,
    unlisted: true,
    body: html`<p class="note">${whereOf(shown)}</p>
${record === "gone" && html`<p class="notice">The record was deleted.</p>`}
${comment === "gone" && html`<p class="notice">The comment was deleted.</p>`}
${typeof comment === "object" && commentCard(comment)}
${typeof record === "object" && recordCard(record)}
<section class="card"><h2>For programs</h2><p>There is no page to edit tables yet. This call reads it:</p>
<pre>GET ${callOf(shown, link)}</pre>
<ul class="links"><li><a href="/docs#${operationOf(shown)}">Try it in the documentation</a></li><li><a href="/account">Your account</a></li></ul></section>`,
  });
};

/** Where it is: first the innermost place. */
function whereOf({ table, base, space, record }: Shown): Html {
  if (record !== undefined)
    return html`A record of the table <strong>${table}</strong> in the base <strong>${base}</strong>`;
  if (table !== undefined) return html`A table in the base <strong>${base}</strong>`;
  return base !== undefined ? html`A base` : html`A space: ${space}`;
}

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

const callOf = (
  { table, base, record }: Shown,
  { id, recordId }: { id: string; recordId?: string | undefined },
) => {
  if (record !== undefined && record !== "gone") return `/table/${id}/record/${recordId}`;
  if (table !== undefined) return `/table/${id}/record`;
  return base !== undefined ? `/base/${id}/table` : `/space/${id}/base`;
};

const operationOf = ({ table, base, record }: Shown) => {
  if (record !== undefined && record !== "gone") return "getRecord";
  if (table !== undefined) return "listRecords";
  return base !== undefined ? "listTables" : "listSpaceBases";
};
