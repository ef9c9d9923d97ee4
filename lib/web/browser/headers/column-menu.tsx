/* What can be done with a column, from its header. It is loaded when the first menu is opened. */
import { limits } from "#lib/schemas/basics/limits";
import type { Role } from "#lib/schemas/basics/role";
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { FillDialog } from "../ai/fill-dialog.tsx";
import { aiTexts } from "../ai/texts.ts";
import { isOrderable } from "../bars/families.ts";
import { isFilterable } from "../bars/filter-tree.ts";
import { orderNames } from "../bars/order-panel.tsx";
import type { ViewChanges } from "../bars/write-change.ts";
import { callApi } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { NameForm } from "../dialogs/name-form.tsx";
import { DeleteField } from "../fields/delete-field.tsx";
import { FieldEditor } from "../fields/late-fields.ts";
import { frozenColumns } from "../grid/columns.ts";
import type { GridColumn } from "../grid/geometry.ts";
import { isEditor } from "../roles.ts";
import { appTexts } from "../texts.ts";
import { orderBeside } from "./place-columns.ts";
import { PopoverMenu } from "./popover-menu.tsx";
import { headerTexts } from "./texts.ts";

/** What a header asks for: the menu of a column, or a new field at the end. */
export interface AskedColumn {
  /** The place of the column; undefined for a new field. */
  column: number | undefined;
  anchor: HTMLElement;
}

export interface ColumnMenuProps {
  asked: AskedColumn;
  columns: readonly GridColumn[];
  baseId: string;
  role: Role;
  tableId: string;
  view: View;
  fields: readonly Field[];
  /** Whether the person may make and change fields. */
  mayBuild: boolean;
  changes: ViewChanges;
  /** Does something that may be refused, and says so. */
  run: (task: () => Promise<unknown>) => void;
  move: (column: number, gap: number) => void;
  setWidth: (column: number, width: number) => void;
  fitWidth: (column: number) => void;
  close: () => void;
}

export function ColumnMenu({ asked, columns, baseId, role, tableId, ...props }: ColumnMenuProps) {
  const { view, fields, mayBuild, changes, run, move, setWidth, fitWidth, close } = props;
  const { change, refresh } = changes;
  const at = asked.column;
  const column = at === undefined ? undefined : columns[at];
  const of = { baseId, role, tableId, fields, refresh };
  if (at === undefined) return <FieldEditor {...of} close={close} />;
  if (!column) return null;
  const { field } = column;
  const { id, name, isPrimary = false } = field;
  const path = `/table/${tableId}/field/${id}`;
  const set = (wanted: Parameters<typeof change>[0]) => () => run(() => change(wanted));
  const group = view.group ?? [];
  const isGrouped = group.some(({ fieldId }) => fieldId === id);
  const sort = (order: "asc" | "desc", text: string | undefined) =>
    isOrderable(field) && {
      text: headerTexts.sortBy(text ?? ""),
      act: set({ sort: { sortObjs: [{ fieldId: id, order }] } }),
    };
  const [ascending, descending] = orderNames(field);
  const insert = (side: "left" | "right") => ({
    text: side === "left" ? headerTexts.insertLeft : headerTexts.insertRight,
    dialog: (close: () => void) => (
      <FieldEditor
        {...of}
        order={{ viewId: view.id, orderIndex: orderBeside(fields, view, field, side) }}
        close={close}
      />
    ),
  });
  const frozen = frozenColumns(view);
  return (
    <PopoverMenu
      label={headerTexts.menuOf(name)}
      anchor={asked.anchor}
      close={close}
      choices={[
        mayBuild && {
          text: headerTexts.rename,
          dialog: (close) => (
            <NameForm
              title={appTexts.renameOf(name)}
              name={name}
              does={appTexts.save}
              act={async (wanted) => {
                await callApi("PATCH", path, { name: wanted });
                await refresh();
              }}
              close={close}
            />
          ),
        },
        mayBuild && {
          text: headerTexts.change,
          dialog: (close) => <FieldEditor {...of} field={field} close={close} />,
        },
        field.aiConfig !== undefined &&
          isEditor(role) && {
            text: aiTexts.fill,
            dialog: (close) => (
              <FillDialog {...{ tableId, close }} viewId={view.id} fields={[field]} selected={undefined} />
            ),
          },
        sort("asc", ascending),
        sort("desc", descending),
        isFilterable(field) && {
          text: headerTexts.filterBy,
          act: () => changes.openPanel({ name: "filter", fieldId: id }),
        },
        isGrouped && {
          text: headerTexts.ungroup,
          act: () => {
            const left = group.filter(({ fieldId }) => fieldId !== id);
            run(() => change({ group: left.length > 0 ? left : null }));
          },
        },
        !isGrouped &&
          isOrderable(field) &&
          group.length < limits.groupFields && {
            text: headerTexts.groupBy,
            act: set({ group: [...group, { fieldId: id, order: "asc" }] }),
          },
        !isPrimary && at > 1 && { text: headerTexts.moveLeft, act: () => move(at, at - 1) },
        !isPrimary && at < columns.length - 1 && { text: headerTexts.moveRight, act: () => move(at, at + 2) },
        {
          text: headerTexts.width,
          dialog: (close) => (
            <WidthDialog column={column} set={(width) => setWidth(at, width)} close={close} />
          ),
        },
        { text: headerTexts.fit, act: () => fitWidth(at) },
        frozen !== at + 1 && {
          text: headerTexts.freeze,
          act: set({ options: { frozenColumnCount: at + 1 } }),
        },
        frozen > 0 && { text: headerTexts.unfreeze, act: set({ options: { frozenColumnCount: 0 } }) },
        !isPrimary && { text: headerTexts.hide, act: set({ hidden: { [id]: true } }) },
        mayBuild && !isPrimary && insert("left"),
        mayBuild && insert("right"),
        mayBuild && {
          text: headerTexts.duplicate,
          act: () =>
            run(async () => {
              await callApi("POST", `${path}/duplicate`, { name: headerTexts.copyOf(name), viewId: view.id });
              await refresh();
            }),
        },
        mayBuild &&
          !isPrimary && {
            text: headerTexts.delete,
            dialog: (close) => (
              <DeleteField tableId={tableId} field={field} refresh={refresh} close={close} />
            ),
          },
      ]}
    />
  );
}

interface WidthDialogProps {
  column: GridColumn;
  set: (width: number) => void;
  close: () => void;
}

const WidthDialog = ({ column: { field, width }, set, close }: WidthDialogProps) => (
  <FormDialog
    title={headerTexts.widthOf(field.name)}
    does={appTexts.save}
    act={async (sent) => set(Number(sent.get("width")))}
    close={close}
  >
    {({ id }) => (
      <label>
        {headerTexts.pixels}
        <input
          name="width"
          type="number"
          min={60}
          max={2000}
          required
          defaultValue={`${width}`}
          aria-describedby={id}
        />
      </label>
    )}
  </FormDialog>
);
