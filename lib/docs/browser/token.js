/*
 * The token: from the box, from this tab's storage, or from the address (`/docs#token=…`, which `npm start` prints). A fragment is not sent to
 * any server; it is taken out of the address at once.
 */
import { send } from "./call.js";
import { known, learn } from "./known.js";

const box = document.querySelector("#token");
const input = document.querySelector("#token-input");
const state = document.querySelector("#token-state");
const who = document.querySelector(".who");
const baseChoice = document.querySelector(".base-choice");
const baseInput = document.querySelector("#base-input");

/** Takes the token of the address or of this tab, and listens to the boxes. */
export function startToken() {
  const shown = document.querySelector(".show-token");
  shown.addEventListener("click", () => {
    const isShown = input.type === "password";
    input.type = isShown ? "text" : "password";
    shown.textContent = isShown ? "Hide" : "Show";
    shown.setAttribute("aria-pressed", String(isShown));
  });
  box.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", () => setToken(input.value));
  baseInput.addEventListener("change", () => learn({ baseId: baseInput.value, tableId: "" }));
  const given = takeFromAddress();
  addEventListener("hashchange", () => {
    const token = takeFromAddress();
    if (token) void setToken(token);
  });
  void setToken(given || known.token);
}

/** The token in the fragment; the address and the tab's history lose it. */
function takeFromAddress() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return "";
  history.replaceState(null, "", location.pathname + location.search);
  return token;
}

let asked = 0;

/** Takes a token for all calls of this page, and says whose it is. */
export async function setToken(text) {
  // people also paste the whole header
  const token = text.trim().replace(/^(authorization:\s*)?bearer\s+/i, "");
  if (input.value.trim() !== text.trim()) input.value = token;
  const turn = ++asked;
  learn({ token });
  baseChoice.hidden = true;
  if (!token) return tell("", "Paste a token to try calls on this page.", "No token");
  if (!/^[\x21-\x7e]+$/.test(token))
    return tell("wrong", "This is no token: it has spaces or other signs.", "Not valid");
  // the next letter may come
  await new Promise((resolve) => setTimeout(resolve, 150));
  if (turn !== asked) return;
  try {
    const { answer, value } = await send({ method: "GET", path: "/auth/user", token });
    if (turn !== asked) return;
    if (!answer.ok)
      return tell("wrong", value?.message ?? `The service answers ${answer.status}.`, "Not valid");
    tell("good", `This token works. You are ${value.name}.`, value.name);
    await findBase(token, turn);
  } catch {
    if (turn === asked) tell("wrong", "The service does not answer. Is it running?", "No answer");
  }
}

async function findBase(token, turn) {
  const { answer, value } = await send({ method: "GET", path: "/base/access/all", token });
  if (turn !== asked || !answer.ok || !Array.isArray(value)) return;
  const wanted = value.find(({ id }) => id === known.baseId) ?? value[0];
  baseInput.replaceChildren(...value.map(({ id, name }) => new Option(`${name} (${id})`, id)));
  if (!wanted) return;
  baseInput.value = wanted.id;
  baseChoice.hidden = value.length < 2;
  learn({ baseId: wanted.id });
}

function tell(kind, text, short) {
  state.className = `token-state ${kind}`;
  state.textContent = text;
  who.classList.toggle("good", kind === "good");
  who.classList.toggle("wrong", kind === "wrong");
  who.querySelector(".who-name").textContent = short;
}
