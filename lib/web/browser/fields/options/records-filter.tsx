/* Which records can be linked, or are looked up: the conditions of a link field, lookup, rollup or count. */
import { useContext, useId } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import type { Filter } from "#lib/schemas/tables/filter";
import { Conditions } from "../../bars/conditions.tsx";
import { isFilterable, pruneFilter } from "../../bars/filter-tree.ts";
import { findFilter } from "../draft-filter.ts";
import { ProblemsContext } from "../inputs.tsx";

interface RecordsFilterProps {
  /** As the server names it. */
  path: string;
  text: string;
  /** Of the table whose records are meant. */
  baseId: string;
  fields: readonly Field[];
  value: unknown;
  change: (filter: Filter | undefined) => void;
}

export function RecordsFilter({ path, text, baseId, fields, value, change }: RecordsFilterProps) {
  const id = useId();
  const problem = useContext(ProblemsContext).value.get(path);
  const known = fields.filter(isFilterable);
  if (known.length === 0) return null;
  return (
    <fieldset
      class="asked conditions"
      data-path={path}
      tabIndex={-1}
      aria-describedby={problem ? `${id}-wrong` : undefined}
    >
      <legend>{text}</legend>
      <Conditions
        baseId={baseId}
        group={findFilter(value) ?? { conjunction: "and", filterSet: [] }}
        fields={known}
        place=""
        depth={1}
        set={(group) => change(pruneFilter(group) ?? undefined)}
      />
      {problem && (
        <p id={`${id}-wrong`} class="wrong">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
