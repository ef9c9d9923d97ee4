/* A form: what it asks and says, changed by those who may, and as visitors see it. */
import { useSignal } from "@preact/signals";
import type { Role } from "#lib/schemas/basics/role";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import { isEditor } from "../roles.ts";
import { FormBuilder } from "./form-builder.tsx";
import { FormPreview } from "./form-preview.tsx";
import { formTexts } from "./texts.ts";

interface FormViewProps {
  baseId: string;
  role: Role;
  table: TableHead;
  view: View;
  fields: Field[];
  /** `refresh` reads views and fields again. */
  changes: { refresh: () => Promise<void> };
}

export function FormView({ baseId, role, table, view, fields, changes }: FormViewProps) {
  const isPreview = useSignal(false);
  const mayChange = isEditor(role) && !view.isLocked;
  const hint = mayChange
    ? formTexts.previewHint
    : view.isLocked
      ? formTexts.lockedPreview
      : formTexts.onlyPreview;
  const isShared = view.enableShare === true && view.shareId !== undefined;
  return (
    <section class="form">
      <div class="above-form">
        {mayChange && (
          <button
            type="button"
            class="quiet"
            aria-pressed={isPreview.value}
            onClick={() => (isPreview.value = !isPreview.value)}
          >
            {formTexts.preview}
          </button>
        )}
        {isShared && (
          <a href={`/share/${view.shareId}`} target="_blank" rel="noopener">
            {formTexts.open}
          </a>
        )}
        {!isShared && <p class="note">{formTexts.notShared}</p>}
        {isShared && view.shareMeta?.submit?.allow !== true && <p class="note">{formTexts.closed}</p>}
      </div>
      {mayChange && !isPreview.value ? (
        <FormBuilder {...{ baseId, role, view, fields }} tableId={table.id} refresh={changes.refresh} />
      ) : (
        <>
          <p class="note">{hint}</p>
          <FormPreview view={view} fields={fields} />
        </>
      )}
    </section>
  );
}
