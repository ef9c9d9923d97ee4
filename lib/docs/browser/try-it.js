/* The form that tries an operation: the token first, then what the operation takes. It is made when it is first asked for. */
import { send, show, showFailure } from "./call.js";
import { callOf, idsFor } from "./described-call.js";
import { element } from "./element.js";
import { known, onKnown } from "./known.js";
import { jsonOf } from "./literals.js";
import { exampleOfMine } from "./my-examples.js";
import { setToken } from "./token.js";

export function startTrying() {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".try");
    if (button) openForm(button);
  });
  onKnown(() => {
    for (const input of document.querySelectorAll(".try-form .token-input"))
      if (input !== document.activeElement) input.value = known.token;
    for (const form of document.querySelectorAll(".try-form")) fillForm(form);
  });
}

function openForm(button) {
  const op = button.closest(".op");
  const form = op.querySelector(".try-form") ?? addForm(op);
  button.hidden = true;
  fillForm(form);
  (form.querySelector("input:placeholder-shown") ?? form.querySelector(".send")).focus();
}

/** Puts in what is known, where the reader has typed nothing. */
function fillForm(form) {
  const op = form.closest(".op");
  const call = callOf(op);
  const ids = idsFor(call.path);
  for (const input of form.querySelectorAll("[data-in=path]")) put(input, ids[input.dataset.name] ?? "");
  const area = form.querySelector("textarea");
  if (area) put(area, jsonOf(call.body));
  for (const input of form.querySelectorAll("[data-in=query]")) {
    const { name, example = "" } = input.dataset;
    const mine = known.my ? exampleOfMine(name, example, known.my) : example;
    if (input.required) put(input, mine);
    else if (example)
      input.closest(".field").querySelector(".hint").textContent = hintOf(input.dataset, mine);
  }
}

function put(input, text) {
  if (input.value !== (input.dataset.filled ?? "")) return;
  input.value = text;
  input.dataset.filled = input.value;
}

const needs = {
  session:
    "This call needs you to be signed in with this browser; no token opens it. The session of this browser is sent.",
  none: "This call needs no token.",
};

function addForm(op) {
  const { method, path, needs: kind } = op.dataset;
  const id = (name) => `try-${op.id}-${name}`;
  const byPlace = (place) => [...op.querySelectorAll(`.parameters > [data-in="${place}"]`)];
  const fields = [...byPlace("path"), ...byPlace("query"), ...byPlace("header")];
  const hasBody = op.querySelector(".body-example") !== null;
  const form = element("form", { className: "try-form", autocomplete: "off" }, [
    kind === "token" ? tokenField(id("token")) : element("p", { className: "note" }, [needs[kind]]),
    element(
      "div",
      { className: "fields" },
      fields.map((field) => inputFor(field, id)),
    ),
    hasBody && bodyField(id("body"), jsonOf(callOf(op).body)),
    element("button", { type: "submit", className: "send" }, [`Send ${method}`]),
    element("p", { className: "problem", role: "status" }),
    element("div", { className: "answer", hidden: true }),
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(form, { method, path, kind });
  });
  op.querySelector(".op-body").append(form);
  return form;
}

function tokenField(id) {
  const input = element("input", {
    id,
    type: "password",
    className: "token-input",
    spellcheck: false,
    autocomplete: "off",
    placeholder: "gridless_acc…",
  });
  input.value = known.token;
  input.addEventListener("input", () => setToken(input.value));
  return element("div", { className: "field" }, [element("label", { htmlFor: id }, ["Access token"]), input]);
}

function inputFor({ dataset }, id) {
  const { name, in: place, required, list, example } = dataset;
  const input = element("input", {
    id: id(name),
    spellcheck: false,
    autocomplete: "off",
    placeholder: " ",
    required: required !== undefined,
  });
  Object.assign(input.dataset, { name, in: place, ...(example && { example }) });
  if (list !== undefined) input.dataset.list = "";
  if (required !== undefined) input.dataset.required = "";
  const hint = hintOf(dataset, example);
  const label = element("label", { htmlFor: input.id }, [
    name,
    hint !== "" && element("span", { className: "hint" }, [hint]),
  ]);
  return element("div", { className: "field" }, [label, input]);
}

const hintOf = ({ required, list }, example) =>
  [
    required === undefined && "optional",
    list !== undefined && "several: separated by commas",
    example && `such as ${example.length > 80 ? `${example.slice(0, 80)}…` : example}`,
  ]
    .filter(Boolean)
    .join("; ");

function bodyField(id, example) {
  const area = element("textarea", {
    id,
    spellcheck: false,
    rows: Math.min(24, example.split("\n").length + 1),
  });
  area.value = example;
  area.dataset.filled = area.value;
  return element("div", { className: "field" }, [element("label", { htmlFor: id }, ["Body, as JSON"]), area]);
}

async function submit(form, { method, path, kind }) {
  const problem = form.querySelector(".problem");
  const box = form.querySelector(".answer");
  const button = form.querySelector(".send");
  const body = form.querySelector("textarea")?.value;
  problem.textContent = kind === "token" && !known.token ? "Put a token into the first box." : notJson(body);
  if (problem.textContent) return;
  const inputs = [...form.querySelectorAll("[data-in]")];
  const given = (place) => inputs.filter((input) => input.dataset.in === place && input.value !== "");
  const called = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(
      inputs.find((input) => input.dataset.in === "path" && input.dataset.name === name)?.value.trim() ?? "",
    ),
  );
  const query = new URLSearchParams(
    given("query").flatMap(({ dataset: { name, list }, value }) =>
      list === undefined ? [[name, value]] : value.split(",").map((each) => [name, each.trim()]),
    ),
  );
  const headers = Object.fromEntries(given("header").map(({ dataset: { name }, value }) => [name, value]));
  button.disabled = true;
  try {
    show(
      box,
      await send({
        method,
        path: called + (query.size > 0 ? `?${query}` : ""),
        headers,
        body,
        auth: kind === "token",
      }),
    );
  } catch (error) {
    showFailure(box, error);
  } finally {
    button.disabled = false;
  }
}

function notJson(body) {
  if (body === undefined) return "";
  try {
    JSON.parse(body);
    return "";
  } catch (error) {
    return `The body is not JSON: ${error.message}`;
  }
}
