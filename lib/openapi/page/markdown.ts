/* Converts the Markdown of the guide, and of descriptions in the document, to HTML. */
import { Marked, type Tokens } from "marked";
import { Html, html } from "#lib/pages/parts/html";
import { codeBlock } from "./code.ts";

/** A heading on the page, for the contents. */
export interface Heading {
  id: string;
  text: string;
  level: number;
}

interface Options {
  /** A prefix for the id of each heading. */
  prefix?: string;
  /** Where a link leads on the page; undefined leaves only its text. */
  linkTo?: (target: string) => string | undefined;
  /** How many levels each heading is lowered. */
  deeper?: number;
}

/** The text as HTML, with its headings. */
export function renderMarkdown(
  text: string,
  { prefix = "", linkTo = (target) => target, deeper = 0 }: Options = {},
) {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inside = this.parser.parseInline(tokens);
        const plain = inside.replaceAll(/<[^>]*>/g, "");
        const level = depth + deeper;
        const id = prefix + anchorOf(plain);
        headings.push({ id, text: plain, level });
        return `<h${level} id="${id}">${inside}<a class="anchor" href="#${id}" aria-label="Link to ${plain}">#</a></h${level}>\n`;
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const target = linkTo(href);
        return target === undefined ? inside : html`<a href="${target}">${new Html(inside)}</a>`.text;
      },
      code: ({ text: code, lang }) => codeBlock(code, lang ?? "text").text,
      table(token) {
        return scrolled(tableOf(token, (tokens) => this.parser.parseInline(tokens))).text;
      },
    },
  });
  return { html: new Html(marked.parse(text, { async: false })), headings };
}

/** The HTML of one paragraph, without the element of the paragraph. */
export const renderInline = (text: string): Html =>
  new Html(new Marked().parseInline(text, { async: false }));

/** The anchor that GitHub makes for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/&\w+;|[^\p{Letter}\p{Number} _-]/gu, "")
    .replaceAll(" ", "-");

function tableOf(
  { header, rows }: Tokens.Table,
  inline: (tokens: Tokens.TableCell["tokens"]) => string,
): Html {
  const cells = (row: Tokens.TableCell[], tag: "th" | "td") =>
    row.map(
      ({ tokens }) => new Html(`<${tag}${tag === "th" ? ' scope="col"' : ""}>${inline(tokens)}</${tag}>`),
    );
  return html`<table><thead><tr>${cells(header, "th")}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row, "td")}</tr>`)}</tbody></table>`;
}

/** A wide table scrolls by itself, also with the keyboard. */
const scrolled = (table: Html) =>
  html`<div class="scrolled" tabindex="0" role="group" aria-label="Table">${table}</div>`;
