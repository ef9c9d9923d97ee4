/* Radio buttons and boxes to tick, as big as a thumb. */
import { aboutGroup, messageFor, type Shown, texts } from "./forms.ts";
import { type Html, html } from "./html.ts";

interface Choice {
  value: string;
  label: string;
  hint?: string;
}

/** One of several. The last one may open more choices, which stand below it. */
export function radios(
  shown: Shown,
  {
    name,
    legend,
    choices,
    chosen,
    opened,
  }: { name: string; legend: string; choices: Choice[]; chosen: string; opened?: Html },
): Html {
  const [typed = chosen] = texts(shown.values, name);
  return html`<fieldset>
<legend>${legend}</legend>
${choices.map(
  ({ value, label, hint }) =>
    html`<label class="choice"><input type="radio" name="${name}" value="${value}"${
      value === typed && html` checked`
    }><span>${label}${hint !== undefined && html`<span class="hint">${hint}</span>`}</span></label>`,
)}
${opened && html`<div class="opened">${opened}</div>`}
</fieldset>`;
}

/** Any number of several. */
export function boxes(
  shown: Shown,
  { name, legend, choices }: { name: string; legend: string; choices: Choice[] },
): Html {
  const typed = texts(shown.values, name);
  return html`<fieldset id="${name}" tabindex="-1"${aboutGroup(shown, name)}>
<legend>${legend}</legend>
${messageFor(shown, name)}
${choices.map((choice) => box(name, choice, typed))}
</fieldset>`;
}

export const box = (name: string, { value, label, hint }: Choice, typed: readonly string[]): Html =>
  html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"${
    typed.includes(value) && html` checked`
  }><span>${label}${hint !== undefined && html`<span class="hint">${hint}</span>`}</span></label>`;
