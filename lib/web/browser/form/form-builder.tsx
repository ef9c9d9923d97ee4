/* The form builder: title, questions in their order, fields that are not asked for, and what is said once the form was sent. */
import type { Role } from "#lib/schemas/basics/role";
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { callApi } from "../call.ts";
import { Opener } from "../dialogs/opener.tsx";
import { SavedText } from "../dialogs/saved-text.tsx";
import { useSaving } from "../dialogs/saving.ts";
import { showLate } from "../late.tsx";
import { isBuilder } from "../roles.ts";
import { OtherFields } from "./other-fields.tsx";
import { QuestionList } from "./question-list.tsx";
import { askChanges, orderChanges, type QuestionChange } from "./questions.ts";
import { formTexts } from "./texts.ts";

const FieldsDialog = showLate(async () => (await import("../fields/fields-dialog.tsx")).FieldsDialog);

interface FormBuilderProps {
  baseId: string;
  role: Role;
  tableId: string;
  view: View;
  fields: Field[];
  /** Reads views and fields again. */
  refresh: () => Promise<void>;
}

export function FormBuilder({ baseId, role, tableId, view, fields, refresh }: FormBuilderProps) {
  const { said, run } = useSaving(refresh);
  const path = `/table/${tableId}/view/${view.id}`;
  const put = (method: string, below: string, body: unknown) =>
    run(() => callApi(method, path + below, body), "");
  /** Changes columns of the view as it is now: another person may have moved a question meanwhile. */
  const change = (changesOf: (now: View) => QuestionChange[], done = "") =>
    run(async () => {
      const changes = changesOf(await callApi<View>("GET", path));
      if (changes.length > 0) await callApi("PUT", `${path}/column-meta`, changes);
    }, done);
  const option = (name: string) => {
    const value = view.options?.[name];
    return {
      value: typeof value === "string" ? value : "",
      save: (text: string) => put("PATCH", "/options", { options: { [name]: text } }),
    };
  };
  return (
    <>
      <div class="card">
        <SavedText
          label={formTexts.title}
          value={view.name}
          required
          maxLength={255}
          save={(name) => put("PUT", "/name", { name })}
        />
        <SavedText
          label={formTexts.description}
          isLong
          value={view.description ?? ""}
          maxLength={10_000}
          save={(text) => put("PUT", "/description", { description: text || null })}
        />
        <SavedText label={formTexts.cover} maxLength={2000} {...option("coverUrl")} />
        <SavedText label={formTexts.logo} maxLength={2000} {...option("logoUrl")} />
      </div>
      <p class={said.value.isWrong ? "wrong" : "note"} role="status">
        {said.value.text}
      </p>
      <QuestionList
        view={view}
        fields={fields}
        change={(fieldId, columnMeta) => change(() => [{ fieldId, columnMeta }])}
        order={(asked, done) => change((now) => orderChanges(now, fields, asked), done)}
      />
      <OtherFields
        view={view}
        fields={fields}
        ask={(id) => void change((now) => askChanges(now, fields, id))}
      />
      {isBuilder(role) && (
        <Opener text={formTexts.addFields}>
          {(close) => <FieldsDialog {...{ baseId, tableId, role, fields, refresh, close }} />}
        </Opener>
      )}
      <div class="card">
        <h2>{formTexts.after}</h2>
        <SavedText
          label={formTexts.submitLabel}
          placeholder={formTexts.submit}
          maxLength={255}
          {...option("submitLabel")}
        />
        <SavedText
          label={formTexts.thanks}
          isLong
          placeholder={formTexts.thanksDefault}
          maxLength={1000}
          {...option("thanks")}
        />
      </div>
    </>
  );
}
