/* The fields by which records are sorted, or grouped. */
import { useSignal } from "@preact/signals";
import { limits } from "#lib/schemas/basics/limits";
import type { Field } from "#lib/schemas/tables/field";
import type { Group } from "#lib/schemas/tables/view";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { Icon } from "../icon.tsx";
import { appTexts } from "../texts.ts";
import { familyOf, isOrderable } from "./families.ts";
import { ForWhom } from "./for-whom.tsx";
import type { PanelProps } from "./panel-props.ts";
import { barTexts, orderTexts, otherOrders } from "./texts.ts";

export const SortPanel = (props: PanelProps) => (
  <OrderPanel
    {...props}
    title={barTexts.titleOf.sort}
    hint={props.view.sort?.manualSort ? barTexts.manualHint : undefined}
    placeOf={barTexts.sortedBy}
    orders={props.view.sort?.sortObjs ?? []}
    most={limits.sortFields}
    set={(orders) => props.change({ sort: orders.length > 0 ? { sortObjs: orders } : null })}
  />
);

export const GroupPanel = (props: PanelProps) => (
  <OrderPanel
    {...props}
    title={barTexts.titleOf.group}
    hint={barTexts.groupHint}
    placeOf={barTexts.groupedBy}
    orders={props.view.group ?? []}
    most={limits.groupFields}
    set={(orders) => props.change({ group: orders.length > 0 ? orders : null })}
  />
);

interface OrderPanelProps extends PanelProps {
  title: string;
  hint: string | undefined;
  placeOf: (place: number) => string;
  orders: Group;
  most: number;
  set: (orders: Group) => Promise<void>;
}

function OrderPanel({
  view,
  fields,
  isKept,
  close,
  title,
  hint,
  placeOf,
  orders,
  most,
  set,
}: OrderPanelProps) {
  const draft = useSignal(orders);
  const known = fields.filter(isOrderable);
  const free = known.filter(({ id }) => !draft.value.some(({ fieldId }) => fieldId === id));
  const replace = (at: number, ...by: Group) => {
    draft.value = draft.value.toSpliced(at, 1, ...by);
  };
  function moveUp(at: number) {
    const moved = draft.value.slice(at, at + 1);
    draft.value = draft.value.toSpliced(at, 1).toSpliced(at - 1, 0, ...moved);
  }
  return (
    <FormDialog title={title} does={barTexts.apply} act={() => set(draft.value)} close={close} isWide>
      {() => (
        <>
          <ForWhom isKept={isKept} view={view} />
          {hint && <p class="note">{hint}</p>}
          {draft.value.length === 0 && free[0] && (
            <fieldset class="row">
              <legend>{placeOf(1)}</legend>
              <select
                aria-label={barTexts.field}
                value=""
                onChange={({ currentTarget: { value } }) =>
                  value && replace(0, { fieldId: value, order: "asc" })
                }
              >
                <option value="">{barTexts.chooseField}</option>
                {free.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </fieldset>
          )}
          {draft.value.map((each, at) => {
            const field = fields.find(({ id }) => id === each.fieldId);
            const name = field?.name ?? each.fieldId;
            const choices = field && !free.includes(field) ? [field, ...free] : free;
            return (
              <fieldset class="row" key={each.fieldId}>
                <legend>{placeOf(at + 1)}</legend>
                <select
                  aria-label={barTexts.field}
                  value={each.fieldId}
                  onChange={({ currentTarget: { value } }) => replace(at, { ...each, fieldId: value })}
                >
                  {choices.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
                <select
                  aria-label={barTexts.order}
                  value={each.order}
                  onChange={({ currentTarget: { value } }) =>
                    replace(at, { ...each, order: value === "desc" ? "desc" : "asc" })
                  }
                >
                  {orderNames(field).map((text, i) => (
                    <option key={text} value={i === 0 ? "asc" : "desc"}>
                      {text}
                    </option>
                  ))}
                </select>
                {at > 0 && (
                  <button
                    type="button"
                    class="quiet"
                    aria-label={barTexts.moveUp(name)}
                    onClick={() => moveUp(at)}
                  >
                    <Icon name="previous" />
                  </button>
                )}
                <button
                  type="button"
                  class="quiet"
                  aria-label={appTexts.removeOf(name)}
                  onClick={() => replace(at)}
                >
                  ×
                </button>
              </fieldset>
            );
          })}
          {draft.value.length < most && free[0] && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                const [next] = free;
                if (next) draft.value = [...draft.value, { fieldId: next.id, order: "asc" }];
              }}
            >
              {barTexts.add}
            </button>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** The names of the two orders of a field. */
export function orderNames(field: Field | undefined): readonly [string, string] {
  return orderTexts[field ? familyOf(field) : "nothing"] ?? otherOrders;
}
