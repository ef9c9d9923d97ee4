/* The dialog that makes a field, or changes one: its name, type, options, and what else the server keeps of it. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { GridlessError } from "#lib/client/errors";
import type { AddedField, Field } from "#lib/schemas/tables/field";
import { AiOptions } from "../ai/ai-options.tsx";
import { barTexts } from "../bars/texts.ts";
import { callApi, describeProblem } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { say } from "../notice.tsx";
import { appTexts } from "../texts.ts";
import { ChangePreview, keyOf, useCounted } from "./change-preview.tsx";
import {
  bodyOfNew,
  changeOf,
  draftOf,
  type FieldChange,
  type FieldDraft,
  type FieldOptionValues,
  newDraft,
  withKind,
  withLatestChoices,
} from "./draft.ts";
import { findLack } from "./draft-filter.ts";
import { CheckInput, Labelled, ProblemsContext, TextInput } from "./inputs.tsx";
import { isComplete } from "./is-complete.ts";
import { type Problems, placeIssues } from "./issues.ts";
import { kindGroups, rulesOf } from "./kinds.ts";
import { KindOptions } from "./options/options.tsx";
import type { FieldPlace } from "./options/options-props.ts";
import { fieldTexts } from "./texts.ts";
import { TypePicker } from "./type-picker.tsx";

export interface FieldEditorProps extends Omit<FieldPlace, "field"> {
  /** The field that is changed. Without one, a new field is made. */
  field?: Field | undefined;
  /** Where the new field stands in a view; in all others it comes last. */
  order?: AddedField["order"];
  /** Reads fields and views again. */
  refresh: () => Promise<void>;
  close: () => void;
}

export function FieldEditor({ field, order, refresh, close, ...of }: FieldEditorProps) {
  const draft = useSignal<FieldDraft>(field ? draftOf(field) : newDraft());
  // what others change meanwhile is no change of this draft
  const begun = useRef(field).current;
  const problems = useSignal<Problems>(new Map());
  const inside = useRef<HTMLDivElement>(null);
  const path = `/table/${of.tableId}/field`;
  const now = draft.value;
  const change = begun && isComplete(now) ? changeOf(begun, now) : undefined;
  const counted = useCounted(`${path}/${field?.id}`, change);
  const key = keyOf(change);
  const { preview, error } = counted.value?.of === key ? (counted.value ?? {}) : {};
  useEffect(() => {
    if (error !== undefined) place(error);
  }, [error]);

  /** Shows the parts of a refusal at their inputs; the focus goes to the first. Gives what is left. */
  function place(refusal: unknown): string {
    const issues = refusal instanceof GridlessError ? refusal.issues : [];
    const inputs = [...(inside.current?.querySelectorAll<HTMLElement>("[data-path]") ?? [])];
    const { placed, left } = placeIssues(
      issues,
      inputs.flatMap(({ dataset }) => dataset["path"] ?? []),
    );
    problems.value = placed;
    const first = inputs.find(({ dataset }) => placed.has(dataset["path"] ?? ""));
    if (refusal !== error) first?.focus();
    if (placed.size === 0) return describeProblem(refusal);
    return left.length > 0 ? appTexts.wentWrong(left.join("; ")) : "";
  }
  async function act() {
    const lack = findLack(now);
    if (lack !== undefined) throw new Error(barTexts.chooseOne(lack));
    if (!begun) {
      const made = await callApi<Field>("POST", path, { ...bodyOfNew(now), ...(order && { order }) });
      await nameOtherSide(made, now.otherName.trim());
    } else if (change) {
      if (change.isCounted && !preview) throw error ?? new Error(fieldTexts.lookFirst);
      const one = `${path}/${begun.id}`;
      const { isConversion, body } = await onLatestChoices(one, begun, now, change);
      if (isConversion) await callApi("PUT", `${one}/convert`, body);
      else await callApi("PATCH", one, body);
    }
    await refresh();
  }
  function set(changed: Partial<FieldDraft>) {
    draft.value = { ...draft.value, ...changed };
    if (problems.value.size > 0) problems.value = new Map();
  }
  const setOptions = (changed: FieldOptionValues) => set({ options: { ...draft.value.options, ...changed } });
  const rules = rulesOf(now.kind);
  const without = field?.isPrimary
    ? kindGroups.flatMap(([, kinds]) => kinds.filter((kind) => !rulesOf(kind).primary))
    : [];
  return (
    <FormDialog
      title={field ? fieldTexts.changeOf(field.name) : fieldTexts.newField}
      does={field ? appTexts.save : appTexts.create}
      isDangerous={(preview?.emptied ?? 0) > 0}
      act={act}
      place={place}
      close={close}
    >
      {() => (
        <ProblemsContext.Provider value={problems}>
          <div ref={inside} class="field-editor">
            <TextInput
              path="name"
              text={appTexts.name}
              isNeeded={field !== undefined}
              {...(!field && { hint: fieldTexts.defaultName })}
              value={now.name}
              change={(name) => set({ name })}
            />
            <Labelled path="type" text={fieldTexts.type}>
              {(members) => (
                <TypePicker
                  id={members.id}
                  isWrong={members["aria-invalid"]}
                  describedBy={members["aria-describedby"]}
                  value={now.kind}
                  without={without}
                  choose={(kind) => set(withKind(now, kind, field))}
                />
              )}
            </Labelled>
            <KindOptions key={now.kind} {...of} {...{ field, set, setOptions }} draft={now} />
            <AiOptions draft={now} {...{ field, set }} fields={of.fields} />
            {rules.unique && (
              <CheckInput
                path="unique"
                text={fieldTexts.unique}
                value={now.unique}
                change={(unique) => set({ unique })}
              />
            )}
            {rules.notNull && (
              <CheckInput
                path="notNull"
                text={fieldTexts.notNull}
                value={now.notNull}
                change={(notNull) => set({ notNull })}
              />
            )}
            <TextInput
              path="description"
              text={fieldTexts.description}
              hint={fieldTexts.descriptionHint}
              rows={2}
              value={now.description}
              change={(description) => set({ description })}
            />
            <div role="status">
              {key !== "" && !preview && error === undefined && <p>{fieldTexts.counting}</p>}
              {key !== "" && error !== undefined && problems.value.size === 0 && (
                <p class="wrong">{describeProblem(error)}</p>
              )}
              {preview && <ChangePreview preview={preview} isFinal={change?.isConversion === true} />}
            </div>
          </div>
        </ProblemsContext.Provider>
      )}
    </FormDialog>
  );
}

/** Names the field of the other table that shows the links of a new link field. The link is made, whatever becomes of the name. */
async function nameOtherSide({ options }: Field, name: string): Promise<void> {
  const { symmetricFieldId, foreignTableId } = options;
  if (name === "" || symmetricFieldId === undefined) return;
  await callApi("PATCH", `/table/${foreignTableId}/field/${symmetricFieldId}`, { name }).catch(
    (error: unknown) => say({ text: describeProblem(error) }),
  );
}

/** The change of a field, with what others did to its choices since the dialog was opened. */
async function onLatestChoices(
  path: string,
  begun: Field,
  draft: FieldDraft,
  change: FieldChange,
): Promise<FieldChange> {
  if (!change.body["options"] || !("choices" in draft.options)) return change;
  const latest = await callApi<Field>("GET", path);
  const now = withLatestChoices(begun, draft, latest);
  return changeOf(now.field, now.draft) ?? change;
}
