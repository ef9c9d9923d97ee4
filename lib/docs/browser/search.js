/*
 * Search over everything on the page: operations, headings of the guides with the text below them, areas, schemas. The index is made of the page
 * itself, when the search box is first used.
 */
import { makeFinder } from "./find.js";
import MiniSearch from "./minisearch.js";

const input = document.querySelector("#search");
const box = document.querySelector(".found");
const list = document.querySelector("#found");
const note = document.querySelector(".found-note");
const most = 12;
let find;
let shown = [];
let at = -1;

export function startSearch() {
  input.addEventListener("focus", prepare);
  input.addEventListener("input", look);
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", () => setTimeout(close, 150));
  // the list stays open while it is pressed
  box.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => goTo(target.closest("li")?.dataset.id));
  addEventListener("keydown", (event) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    const isFind = event.key === "k" && (event.ctrlKey || event.metaKey);
    if (!(isFind || (event.key === "/" && !isTyping))) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function prepare() {
  find ??= makeFinder(MiniSearch, [
    ...documentsOfGuides(),
    ...documentsOfOperations(),
    ...documentsOfSchemas(),
  ]);
}

function* documentsOfGuides() {
  for (const heading of document.querySelectorAll(
    "#quick-start h2, #quick-start h3[id], .guide h2, .guide h3, .guide h4, .guide h5, #reference :is(h2, h3), .area > h3",
  )) {
    const section = heading.closest("section");
    const title = textOf(heading);
    const own = heading.id === `${section.id}-title`;
    let text = "";
    for (
      let next = heading.nextElementSibling;
      next && !/^(H2|H3|H4|H5|DETAILS)$/.test(next.tagName);
      next = next.nextElementSibling
    )
      text += ` ${next.textContent}`;
    const guide = section.querySelector("h2, h3");
    const kind = own ? (section.className === "area" ? "Reference" : "Guide") : `Guide: ${textOf(guide)}`;
    yield { id: own ? section.id : heading.id, title, name: own ? "" : textOf(guide), text, kind };
  }
}

function* documentsOfOperations() {
  for (const op of document.querySelectorAll(".op"))
    yield {
      id: op.id,
      title: op.querySelector(".title").textContent,
      name: `${op.id} ${op.dataset.path}`,
      text: op.querySelector(".rules").textContent,
      kind: `${op.dataset.method} ${op.dataset.path}`,
    };
}

function* documentsOfSchemas() {
  for (const schema of document.querySelectorAll(".schema"))
    yield {
      id: schema.id,
      title: schema.querySelector("h4").textContent,
      name: "",
      text: schema.querySelector(".schema-body").textContent,
      kind: "Schema",
    };
}

const textOf = (heading) =>
  [...heading.childNodes]
    .filter((node) => node.className !== "anchor")
    .map((node) => node.textContent)
    .join("");

function look() {
  prepare();
  const words = input.value.trim();
  if (!words) return close();
  const all = find(words);
  shown = all.slice(0, most);
  list.replaceChildren(...shown.map(({ id, title, kind }, i) => entry(i, id, title, kind)));
  note.textContent =
    all.length === 0
      ? `Nothing on this page has “${words}”.`
      : all.length > most
        ? `${all.length} places; more words find fewer.`
        : "";
  box.hidden = false;
  input.setAttribute("aria-expanded", "true");
  select(shown.length > 0 ? 0 : -1);
}

function entry(i, id, title, kind) {
  const item = document.createElement("li");
  item.id = `found-${i}`;
  item.dataset.id = id;
  item.setAttribute("role", "option");
  const name = document.createElement("b");
  name.textContent = title;
  const place = document.createElement("span");
  place.textContent = kind;
  item.append(name, place);
  return item;
}

function select(next) {
  at = next;
  for (const [i, item] of [...list.children].entries()) item.setAttribute("aria-selected", String(i === at));
  const selected = list.children[at];
  if (selected) input.setAttribute("aria-activedescendant", selected.id);
  else input.removeAttribute("aria-activedescendant");
  selected?.scrollIntoView({ block: "nearest" });
}

function onKey(event) {
  if (event.key === "Escape") return close();
  if (box.hidden) return;
  if (event.key === "Enter") {
    event.preventDefault();
    goTo(shown[at]?.id);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    select((at + step + shown.length) % shown.length);
  }
}

function goTo(id) {
  if (!id) return;
  close();
  input.blur();
  const link = document.createElement("a");
  link.href = `#${id}`;
  document.body.append(link);
  link.click();
  link.remove();
}

function close() {
  box.hidden = true;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}
