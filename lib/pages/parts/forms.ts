/* Inputs of a form, and its error messages. */
import { type Html, html } from "./html.ts";

/** What a form shows: the typed values, and what is wrong with them. */
export interface Shown {
  values: Values;
  /** The query of the address at which the form was opened. */
  query: Values;
  problem?: Problem;
}
type Values = Readonly<Record<string, string | string[]>>;

/** Why a form was refused. */
export interface Problem {
  status: number;
  message: string;
  /** Messages by name of the field. Undefined: the field is wrong, and `message` says why. */
  fields: ReadonlyMap<string, string | undefined>;
}

/** An empty form. */
export const empty = (query: Values = {}): Shown => ({ values: {}, query });

/** The value with this name, the last one if there are several; "" if there is none. */
export const text = (values: Values, name: string): string => [values[name] ?? ""].flat().at(-1) ?? "";
/** All values with this name. */
export const texts = (values: Values, name: string): string[] => [values[name] ?? []].flat();

/** The list of errors above a form. Each links to its field, or to the field that `targets` names instead. */
export const problemAbove = (
  { problem }: Shown,
  labels: Readonly<Record<string, string>>,
  targets: Readonly<Record<string, string>> = {},
): Html => {
  if (!problem) return html``;
  const items = [...problem.fields].flatMap(([name, message]) => {
    if (message === undefined) return [];
    const label = labels[name];
    return label === undefined
      ? [html`<li>${capital(message)}</li>`]
      : [html`<li><a href="#${targets[name] ?? name}">${label}</a>: ${message}</li>`];
  });
  return html`<div class="problem" role="alert" id="problem">${
    items.length > 0
      ? html`<p>Please correct the following:</p><ul>${items}</ul>`
      : html`<p>${problem.message}</p>`
  }</div>`;
};

/** The window title of a form that was refused; undefined if nothing is wrong. */
export const windowTitle = (title: string, { problem }: Shown) => problem && `Error: ${title}`;

interface Field {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  autocomplete?: string;
  hint?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  /** The value before anything is typed. */
  value?: string;
  readOnly?: boolean;
}

/** An input with its label. It keeps the typed value, except for passwords. */
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

/** The error message of one field, next to it; false if there is none. */
export function messageFor({ problem }: Shown, name: string): Html | false {
  const message = problem?.fields.get(name);
  return message !== undefined && html`<p class="wrong" id="${name}-problem">${capital(message)}</p>`;
}

/** Attributes of an input: the ids of its hint and error message for screen readers, and the focus if it is the first invalid field. */
export const about = (shown: Shown, name: string, hasHint = false): Html =>
  html`${aboutGroup(shown, name, hasHint)}${shown.problem?.fields.has(name) && html` aria-invalid="true"`}`;

/** The same for a fieldset, which cannot have aria-invalid. */
export function aboutGroup({ problem }: Shown, name: string, hasHint = false): Html {
  const isWrong = problem?.fields.has(name) ?? false;
  const own = problem?.fields.get(name) !== undefined ? `${name}-problem` : "problem";
  const ids = [...(hasHint ? [`${name}-hint`] : []), ...(isWrong ? [own] : [])];
  const [first] = problem?.fields.keys() ?? [];
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(" ")}"`}${
    isWrong && first === name && html` autofocus`
  }`;
}

/** A hidden input; nothing if the value is empty. */
export const hidden = (name: string, value: string | undefined): Html =>
  value ? html`<input type="hidden" name="${name}" value="${value}">` : html``;

const capital = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);
