/* The contents at the left: lists open, the place that is read is marked, links open what they lead to. */
const contents = document.querySelector("#contents");
const menu = document.querySelector(".menu");

export function startContents() {
  contents.addEventListener("click", ({ target }) => {
    const opener = target.closest(".opener");
    if (opener) return open(opener, opener.getAttribute("aria-expanded") !== "true");
    if (target.closest("a")) showMenu(false);
  });
  menu.addEventListener("click", () => showMenu(menu.getAttribute("aria-expanded") !== "true"));
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && menu.getAttribute("aria-expanded") === "true") {
      showMenu(false);
      menu.focus();
    }
  });
  addEventListener("hashchange", followHash);
  // a link to the place where the reader is already changes no address
  document.addEventListener("click", ({ target }) => {
    const link = target.closest?.('a[href^="#"]');
    if (link && link.getAttribute("href") === location.hash) followHash();
  });
  watchPlaces();
}

function open(opener, isOpen) {
  opener.setAttribute("aria-expanded", String(isOpen));
  document.getElementById(opener.getAttribute("aria-controls")).hidden = !isOpen;
}

function showMenu(isOpen) {
  menu.setAttribute("aria-expanded", String(isOpen));
  contents.classList.toggle("open", isOpen);
}

/** Opens what the address leads to, and goes there. */
export function followHash() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const details = target.closest("details");
  if (details) details.open = true;
  target.scrollIntoView();
  mark(target.id);
}

/** Marks the part that is at the top of the window. */
function watchPlaces() {
  const places = [...document.querySelectorAll("main section[id], .guide h3[id], .op")];
  const seen = new Set();
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      const inner = places.filter((place) => seen.has(place)).at(-1);
      if (inner) mark(inner.id);
    },
    { rootMargin: "-15% 0px -80% 0px" },
  );
  for (const place of places) watch.observe(place);
}

let marked;
/** The list that was opened for the reader, and closes when they are elsewhere. */
let opened;

function mark(id) {
  const link = contents.querySelector(`a[href="#${CSS.escape(id)}"]`);
  if (!link || link === marked) return;
  marked?.removeAttribute("aria-current");
  marked = link;
  link.setAttribute("aria-current", "true");
  const opener = link.closest(".group")?.querySelector(".opener");
  if (opened && opened !== opener) open(opened, false);
  if (opener?.getAttribute("aria-expanded") === "false") {
    open(opener, true);
    opened = opener;
  }
  // only the list scrolls, not the page
  const { top, bottom } = link.getBoundingClientRect();
  const frame = contents.getBoundingClientRect();
  if (top < frame.top + 40 || bottom > frame.bottom - 40)
    contents.scrollTop += top - frame.top - frame.height / 3;
}
