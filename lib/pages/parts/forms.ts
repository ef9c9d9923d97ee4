/* The parts of a form, and how it says what is wrong with it. */
import { type Html, html } from "./html.ts";

/** What a form shows: what was typed into it, and what was wrong. */
export interface Shown {
  values: Values;
  /** The query that it was opened with. */
  query: Values;
  problem?: Problem;
}
type Values = Readonly<Record<string, string | string[]>>;

export interface Problem {
  status: number;
  message: string;
  /** The parts of the form that it is about, by name; none says no more than the message. */
  fields: ReadonlyMap<string, string | undefined>;
}

/** An empty form. */
export const empty = (query: Values = {}): Shown => ({ values: {}, query });

export const text = (values: Values, name: string): string => [values[name] ?? ""].flat().at(-1) ?? "";
export const texts = (values: Values, name: string): string[] => [values[name] ?? []].flat();

/** Stands above the form; each thing that is wrong leads to its place: the part itself, or the one that `places` names. */
export const problemAbove = (
  { problem }: Shown,
  labels: Readonly<Record<string, string>>,
  places: Readonly<Record<string, string>> = {},
): Html => {
  if (!problem) return html``;
  const told = [...problem.fields].flatMap(([name, message]) => {
    if (message === undefined) return [];
    const label = labels[name];
    return label === undefined
      ? [html`<li>${capital(message)}</li>`]
      : [html`<li><a href="#${places[name] ?? name}">${label}</a>: ${message}</li>`];
  });
  return html`<div class="problem" role="alert" id="problem">${
    told.length > 0
      ? html`<p>Please look at this again:</p><ul>${told}</ul>`
      : html`<p>${problem.message}</p>`
  }</div>`;
};

/** The window of a form that was refused. */
export const windowTitle = (title: string, { problem }: Shown) => problem && `Not done: ${title}`;

interface Field {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  autocomplete?: string;
  hint?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  /** What stands in it before something was typed. */
  value?: string;
  readOnly?: boolean;
}

/** A labelled input. What was typed stays, but for a password. */
export function field(shown: Shown, field: Field): Html {
  const { name, label, type = "text", autocomplete, hint, required = true, value } = field;
  const typed = type === "password" ? "" : text(shown.values, name) || value;
  return html`<div class="field">
<label for="${name}">${label}${!required && !field.readOnly && html` <span class="hint">(optional)</span>`}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}${messageFor(shown, name)}
<input id="${name}" name="${name}" type="${type}"${typed && html` value="${typed}"`}${
    autocomplete && html` autocomplete="${autocomplete}"`
  }${type === "email" && html` inputmode="email" autocapitalize="none" spellcheck="false"`}${
    required && html` required`
  }${field.minLength !== undefined && html` minlength="${field.minLength}"`}${
    field.maxLength !== undefined && html` maxlength="${field.maxLength}"`
  }${field.readOnly && html` readonly`}${about(shown, name, hint !== undefined)}>
</div>`;
}

/** What is wrong with one part of a form, where it stands. */
export function messageFor({ problem }: Shown, name: string): Html | false {
  const message = problem?.fields.get(name);
  return message !== undefined && html`<p class="wrong" id="${name}-problem">${capital(message)}</p>`;
}

/** Of an input: where a screen reader finds what there is to say of it, and the focus if it is the first that is wrong. */
export const about = (shown: Shown, name: string, hasHint = false): Html =>
  html`${aboutGroup(shown, name, hasHint)}${shown.problem?.fields.has(name) && html` aria-invalid="true"`}`;

/** Of a group of choices: the same; it is no input that could be called invalid. */
export function aboutGroup({ problem }: Shown, name: string, hasHint = false): Html {
  const isWrong = problem?.fields.has(name) ?? false;
  const own = problem?.fields.get(name) !== undefined ? `${name}-problem` : "problem";
  const ids = [...(hasHint ? [`${name}-hint`] : []), ...(isWrong ? [own] : [])];
  const [first] = problem?.fields.keys() ?? [];
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(" ")}"`}${
    isWrong && first === name && html` autofocus`
  }`;
}

export const hidden = (name: string, value: string | undefined): Html =>
  value ? html`<input type="hidden" name="${name}" value="${value}">` : html``;

const capital = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);
