/* The buttons above a view. What they open is loaded when it is opened. */
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Role } from "#lib/schemas/basics/role";
import { describeProblem } from "../call.ts";
import { Opener } from "../dialogs/opener.tsx";
import { showLate } from "../late.tsx";
import { say } from "../notice.tsx";
import { countConditions } from "./filter-tree.ts";
import { hasCards, isLeftOutOf } from "./left-out.ts";
import type { BarChange } from "./list-query.ts";
import type { AskedPanel, PanelName, PanelProps } from "./panel-props.ts";
import { barTexts } from "./texts.ts";

const Panel = showLate(async () => (await import("./panels.tsx")).Panel);

const FieldsDialog = showLate(async () => (await import("../fields/fields-dialog.tsx")).FieldsDialog);

interface ToolBarProps extends Omit<PanelProps, "close" | "fieldId"> {
  /** What is changed for this window only. */
  mine: BarChange;
  /** Shows what the view has again. */
  reset: () => void;
  search: Signal<string>;
  /** The dialog that is open. */
  asked: Signal<AskedPanel | undefined>;
  tableId: string;
  role: Role;
  /** Whether the person may make and change fields. */
  isBuilder: boolean;
  /** Reads views and fields again. */
  refresh: () => Promise<void>;
}

export function ToolBar({
  mine,
  reset,
  search,
  asked,
  tableId,
  role,
  isBuilder,
  refresh,
  ...props
}: ToolBarProps) {
  const { view, fields, change } = props;
  const isLeftOut = isLeftOutOf(view);
  const hidden = fields.filter((field) => !field.isPrimary && isLeftOut(field)).length;
  const buttons: [PanelName, string, number][] = [
    ["fields", barTexts.fields, hidden],
    ["filter", barTexts.filter, view.filter ? countConditions(view.filter) : 0],
    ["group", barTexts.group, view.group?.length ?? 0],
    ["sort", barTexts.sort, view.sort?.sortObjs.length ?? 0],
  ];
  const opened = asked.value;
  return (
    <div class="tools">
      {buttons
        .filter(([what]) => isOffered(view, what))
        .map(([what, text, count]) => (
          <button
            key={what}
            type="button"
            class="quiet"
            aria-haspopup="dialog"
            aria-label={barTexts.countOf[what](count)}
            onClick={() => (asked.value = { name: what })}
          >
            {count > 0 ? `${text} (${count})` : text}
          </button>
        ))}
      {view.type === "grid" && <RowHeight view={view} change={change} />}
      <Search search={search} />
      {isBuilder && (
        <Opener text={barTexts.manageFields}>
          {(close) => <FieldsDialog baseId={props.baseId} {...{ role, tableId, fields, refresh, close }} />}
        </Opener>
      )}
      {Object.keys(mine).length > 0 && (
        <p class="note">
          {barTexts.onlyHere}{" "}
          <button type="button" class="quiet" onClick={reset}>
            {barTexts.asInView}
          </button>
        </p>
      )}
      {opened && (
        <Panel
          key={opened.name}
          {...props}
          asked={opened.name}
          fieldId={opened.fieldId}
          // another one may be open by the time that the browser says of this one that it is closed
          close={() => {
            if (asked.value === opened) asked.value = undefined;
          }}
        />
      )}
    </div>
  );
}

const RowHeight = ({ view, change }: Pick<PanelProps, "view" | "change">) => (
  <select
    aria-label={barTexts.rowHeight}
    value={String(view.options?.["rowHeight"] ?? "short")}
    onChange={({ currentTarget }) => {
      const { value } = currentTarget;
      // what is refused: the view is as it was
      change({ options: { rowHeight: value } }).catch((error: unknown) =>
        say({ text: describeProblem(error) }),
      );
    }}
  >
    {Object.entries(barTexts.rowHeights)
      // nothing fits rows yet: it is shown where it was set elsewhere
      .filter(([height]) => height !== "autoFit" || view.options?.["rowHeight"] === height)
      .map(([height, text]) => (
        <option key={height} value={height}>
          {text}
        </option>
      ))}
  </select>
);

/** Cards have their own groups, or none; which fields a form shows is a matter of the form. */
function isOffered(view: PanelProps["view"], what: PanelName): boolean {
  if (view.type === "grid") return true;
  return what === "fields" ? hasCards(view) : what !== "group" || !hasCards(view);
}

/** How long someone stops typing before it is searched, in ms. */
const pause = 300;

function Search({ search }: { search: Signal<string> }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      type="search"
      aria-label={barTexts.search}
      placeholder={barTexts.search}
      maxLength={255}
      onInput={({ currentTarget: { value } }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          search.value = value.trim();
        }, pause);
      }}
    />
  );
}
