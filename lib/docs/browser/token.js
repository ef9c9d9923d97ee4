/*
 * The token: from the box, from this tab's storage, or from the address (`/docs#token=…`, which `npm start` prints). A fragment is not sent to
 * any server; it is taken out of the address at once.
 */
import { send } from "./call.js";
import { known, learn } from "./known.js";
import { findBases, forgetTables } from "./my-table.js";

const box = document.querySelector("#token");
const input = document.querySelector("#token-input");
const state = document.querySelector("#token-state");
const who = document.querySelector(".who");
const writesToken = document.querySelector("#writes-token");

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
  writesToken.addEventListener("change", () => learn({ writesToken: writesToken.checked }));
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
  forgetTables();
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
    learn({ userId: value.id });
    await findBases();
  } catch {
    if (turn === asked) tell("wrong", "The service does not answer. Is it running?", "No answer");
  }
}

function tell(kind, text, short) {
  state.className = `token-state ${kind}`;
  state.textContent = text;
  who.classList.toggle("good", kind === "good");
  who.classList.toggle("wrong", kind === "wrong");
  who.querySelector(".who-name").textContent = short;
}
