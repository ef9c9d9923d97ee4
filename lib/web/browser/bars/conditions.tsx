/* Conditions, and groups of them, two levels deep: of a view, and of what links and lookups show. */
import { operatorsOf } from "#lib/engine/field-types/shared/operators";
import { limits } from "#lib/schemas/basics/limits";
import type { Field } from "#lib/schemas/tables/field";
import type { Filter, FilterItem } from "#lib/schemas/tables/filter";
import { appTexts } from "../texts.ts";
import { familyOf } from "./families.ts";
import { operatorTexts } from "./filter-texts.ts";
import { isGroup, makeItem, shownOperator } from "./filter-tree.ts";
import { FilterValue } from "./filter-value.tsx";
import { barTexts } from "./texts.ts";

interface ConditionsProps {
  baseId: string;
  group: Filter;
  fields: readonly Field[];
  /** Where it is, for example `2` or `2.1`; empty for the whole filter. */
  place: string;
  depth: number;
  set: (group: Filter) => void;
}

export function Conditions({ baseId, group, fields, place, depth, set }: ConditionsProps) {
  const { conjunction, filterSet } = group;
  const replace = (at: number, ...by: Filter["filterSet"]) =>
    set({ conjunction, filterSet: filterSet.toSpliced(at, 1, ...by) });
  const add = (node: Filter["filterSet"][number]) => set({ conjunction, filterSet: [...filterSet, node] });
  const [first] = fields;
  return (
    <>
      {filterSet.length === 0 && <p>{barTexts.none}</p>}
      {filterSet.length > 1 && (
        <select
          class="how"
          aria-label={barTexts.howOf(place)}
          value={conjunction}
          onChange={({ currentTarget: { value } }) =>
            set({ conjunction: value === "or" ? "or" : "and", filterSet })
          }
        >
          <option value="and">{barTexts.all}</option>
          <option value="or">{barTexts.any}</option>
        </select>
      )}
      {filterSet.map((node, at) => {
        const here = place === "" ? `${at + 1}` : `${place}.${at + 1}`;
        const remove = (name: string, text: string) => (
          <button
            type="button"
            class="quiet"
            aria-label={appTexts.removeOf(name)}
            onClick={() => replace(at)}
          >
            {text}
          </button>
        );
        return isGroup(node) ? (
          <fieldset class="nested" key={here}>
            <legend>{barTexts.groupOf(here)}</legend>
            <Conditions
              baseId={baseId}
              group={node}
              fields={fields}
              place={here}
              depth={depth + 1}
              set={(changed) => replace(at, changed)}
            />
            {remove(barTexts.groupOf(here), appTexts.remove)}
          </fieldset>
        ) : (
          <fieldset class="row" key={here}>
            <legend>{barTexts.condition(here)}</legend>
            <Condition baseId={baseId} item={node} fields={fields} set={(changed) => replace(at, changed)} />
            {remove(barTexts.condition(here), "×")}
          </fieldset>
        );
      })}
      {first && (
        <div class="buttons">
          <button
            type="button"
            class="quiet"
            aria-label={place === "" ? undefined : barTexts.addConditionTo(place)}
            onClick={() => add(makeItem(first))}
          >
            {barTexts.addCondition}
          </button>
          {depth < limits.filterDepth && (
            <button
              type="button"
              class="quiet"
              aria-label={place === "" ? undefined : barTexts.addGroupTo(place)}
              onClick={() =>
                add({ conjunction: conjunction === "and" ? "or" : "and", filterSet: [makeItem(first)] })
              }
            >
              {barTexts.addGroup}
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface ConditionProps {
  baseId: string;
  item: FilterItem;
  fields: readonly Field[];
  set: (item: FilterItem) => void;
}

function Condition({ baseId, item, fields, set }: ConditionProps) {
  const field = fields.find(({ id }) => id === item.fieldId);
  const operator = field && shownOperator(item, field);
  return (
    <>
      <select
        aria-label={barTexts.field}
        value={item.fieldId}
        onChange={({ currentTarget: { value } }) => {
          const chosen = fields.find(({ id }) => id === value);
          if (chosen) set(makeItem(chosen, operator));
        }}
      >
        {!field && <option value={item.fieldId}>{item.fieldId}</option>}
        {fields.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {field && operator && (
        <>
          <select
            aria-label={barTexts.operator}
            value={operator}
            onChange={({ currentTarget: { selectedIndex } }) =>
              set(makeItem(field, operatorsOf[familyOf(field)][selectedIndex], item))
            }
          >
            {operatorsOf[familyOf(field)].map((each) => (
              <option key={each} value={each}>
                {operatorTexts[each]}
              </option>
            ))}
          </select>
          <FilterValue
            baseId={baseId}
            field={field}
            operator={operator}
            value={item.value}
            set={(value) => set({ fieldId: field.id, operator, value })}
          />
        </>
      )}
    </>
  );
}
