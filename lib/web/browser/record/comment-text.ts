/*
 * The content of a comment as people write it:
 *
 *   @Ada                          a mention, if one person of the base has this name; @Ada (ada@example.com) if there are several
 *   https://example.com           a link
 *   [the plan](https://…)         a link with a title
 *
 * Each line is a paragraph. Images have no text: they are kept when a comment is edited.
 */
import type { Comment } from "#lib/schemas/collaboration/comment";
import type { Content } from "#lib/schemas/collaboration/comment-content";
import type { BaseUsers } from "#lib/schemas/identity/collaborator";

export type MentionedPerson = Pick<BaseUsers["users"][number], "id" | "name" | "email">;
type Shown = Comment["content"];
type Paragraph = Extract<Content[number], { type: "p" }>;
type Child = Paragraph["children"][number];

/** How a person is written in a comment. */
export function mentionText(
  { id, name, email }: MentionedPerson,
  people: readonly MentionedPerson[],
): string {
  const isOnly = people.every((other) => other.id === id || other.name !== name);
  return isOnly ? `@${name}` : `@${name} (${email})`;
}

/** The text in which a comment is edited. */
export const commentText = (content: Shown, people: readonly MentionedPerson[]): string =>
  content
    .flatMap((block) =>
      block.type === "p" ? [block.children.map((child) => textOf(child, people)).join("")] : [],
    )
    .join("\n");

function textOf(
  child: Extract<Shown[number], { type: "p" }>["children"][number],
  people: readonly MentionedPerson[],
) {
  if (child.type === "span") return child.value;
  if (child.type === "a")
    return child.title === child.url ? child.url : `[${child.title}](${escapeAddress(child.url)})`;
  const person = people.find(({ id }) => id === child.value);
  return person ? mentionText(person, people) : `@${child.name}`;
}

/** Both have no part that can end in several places, so they take time in proportion to the text. */
const link = /\[([^[\]\n]+)\]\(((?:https?:\/\/|mailto:)[^\s()[\]]+)\)|https?:\/\/[^\s<>]+/g;

/** The content that a text means. `former`: of the comment that is edited; its images and its mentions of people who left stay. */
export function commentContent(
  text: string,
  people: readonly MentionedPerson[],
  former: Shown = [],
): Content {
  const left = former.flatMap((block) =>
    block.type === "p"
      ? block.children.flatMap((child) =>
          child.type === "mention" && !people.some(({ id }) => id === child.value)
            ? [{ id: child.value, text: `@${child.name}` }]
            : [],
        )
      : [],
  );
  // the longest first: one name may begin with another
  const names = [...people.map((person) => ({ id: person.id, text: mentionText(person, people) })), ...left]
    .filter(({ text }) => text.length > 1)
    .toSorted((a, b) => b.text.length - a.text.length);
  const paragraphs = text
    .trim()
    .split("\n")
    .map((line): Paragraph => ({ type: "p", children: childrenOf(line, names) }));
  const images = former.flatMap((block) =>
    block.type === "img"
      ? [{ type: block.type, path: block.path, ...(block.width && { width: block.width }) }]
      : [],
  );
  return [...paragraphs, ...images];
}

type Named = Pick<MentionedPerson, "id"> & { text: string };

function childrenOf(line: string, names: readonly Named[]): Child[] {
  const children: Child[] = [];
  let at = 0;
  for (const match of line.matchAll(link)) {
    const { 1: title, index } = match;
    const found = title === undefined ? withoutEnd(match[0]) : match[0];
    const url = match[2] ?? found;
    children.push(...spansOf(line.slice(at, index), names), { type: "a", url, title: title ?? url });
    at = index + found.length;
  }
  return [...children, ...spansOf(line.slice(at), names)];
}

/** Brackets of an address would end it. */
const escapeAddress = (url: string): string =>
  url.replace(/[()[\]]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16).toUpperCase()}`);

/** What ends a sentence is no part of an address. */
function withoutEnd(url: string): string {
  let end = url.length;
  while (".,;:!?)".includes(url[end - 1] ?? " ")) end--;
  return url.slice(0, end);
}

/** Text and mentions. A name is one only if it does not go on. */
function spansOf(text: string, names: readonly Named[]): Child[] {
  const children: Child[] = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const isBegun = at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1] ?? "");
    const named =
      text[at] === "@" && !isBegun
        ? names.find(
            (each) =>
              text.startsWith(each.text, at) && !/^[\p{L}\p{N}]/u.test(text.slice(at + each.text.length)),
          )
        : undefined;
    if (!named) {
      plain += text[at];
      at++;
      continue;
    }
    if (plain) children.push({ type: "span", value: plain });
    plain = "";
    children.push({ type: "mention", value: named.id });
    at += named.text.length;
  }
  if (plain) children.push({ type: "span", value: plain });
  return children;
}
