/* The dialog of a new base: its name, and what it begins with. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Base } from "#lib/schemas/tables/base";
import type { Space } from "#lib/schemas/tables/space";
import { callApi } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { findOrMakeSpace } from "../find-space.ts";
import { openAddress } from "../router.ts";
import { appTexts } from "../texts.ts";
import { makeBaseOf } from "./make-base.ts";
import type { BaseTemplate } from "./template.ts";
import { templates } from "./templates.ts";
import { templateTexts } from "./texts.ts";

interface NewBaseDialogProps {
  /** Without one a space is made too. */
  space: Space | undefined;
  close: () => void;
}

export function NewBaseForm({ space, close }: NewBaseDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = useSignal<BaseTemplate | undefined>(undefined);
  const name = useSignal("");
  const id = useId();
  useEffect(() => input.current?.focus(), []);
  async function act() {
    const spaceId = space?.id ?? (await findOrMakeSpace());
    const wanted = { spaceId, name: name.value.trim() };
    const baseId = chosen.value
      ? await makeBaseOf(chosen.value, { ...wanted, today: new Date() }, callApi)
      : (await callApi<Base>("POST", "/base", wanted)).id;
    openAddress(`/app/${baseId}`);
  }
  function choose(template: BaseTemplate | undefined) {
    // a name that the person wrote stays
    if ([undefined, ...templates].some((each) => (each?.name ?? "") === name.value.trim()))
      name.value = template?.name ?? "";
    chosen.value = template;
  }
  return (
    <FormDialog
      title={space ? appTexts.newBaseIn(space.name) : appTexts.newBase}
      does={appTexts.create}
      isWide
      act={act}
      close={close}
    >
      {(problem) => (
        <>
          <label for={id}>{appTexts.name}</label>
          <input
            id={id}
            ref={input}
            name="name"
            type="text"
            required
            autocomplete="off"
            value={name.value}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            aria-invalid={problem.isWrong}
            aria-describedby={problem.id}
          />
          <fieldset class="templates">
            <legend>{templateTexts.begin}</legend>
            {[undefined, ...templates].map((template) => (
              <TemplateChoice
                key={template?.id}
                template={template}
                isChosen={chosen.value === template}
                choose={() => choose(template)}
              />
            ))}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

interface TemplateChoiceProps {
  template: BaseTemplate | undefined;
  isChosen: boolean;
  choose: () => void;
}

const TemplateChoice = ({ template, isChosen, choose }: TemplateChoiceProps) => (
  <label>
    <input type="radio" name="template" checked={isChosen} onChange={choose} />
    <span>
      {template && <span aria-hidden="true">{template.icon} </span>}
      {template?.name ?? templateTexts.empty}
      <span class="note">{template?.about ?? templateTexts.emptyAbout}</span>
      {template && (
        <span
          class="picture"
          role="img"
          aria-label={`${templateTexts.tables}: ${namesOf(template).join(", ")}`}
        >
          {namesOf(template).map((table) => (
            <span key={table}>{table}</span>
          ))}
        </span>
      )}
    </span>
  </label>
);

const namesOf = ({ tables }: BaseTemplate): string[] => tables.map(({ name }) => name);
