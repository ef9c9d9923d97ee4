/* The views of a table, side by side, and what can be done with the one that is shown. */
import { useSignal } from "@preact/signals";
import type { View } from "#lib/schemas/tables/view";
import { showLate } from "../late.tsx";
import { MenuButton, type MenuItem } from "../menu.tsx";
import { appTexts } from "../texts.ts";
import { viewTexts } from "./texts.ts";
import type { ViewDialogProps } from "./view-dialogs.tsx";
import { ViewIcon } from "./view-icon.tsx";

const ViewDialog = showLate(async () => (await import("./view-dialogs.tsx")).ViewDialog);

interface ViewBarProps {
  baseId: string;
  tableId: string;
  views: readonly View[];
  /** The one that is shown. */
  view: View | undefined;
  /** Whether the person may make and change views. */
  isEditor: boolean;
  /** Reads views and fields again. */
  refresh: () => Promise<void>;
}

export function ViewBar({ baseId, tableId, views, view, isEditor, refresh }: ViewBarProps) {
  const asked = useSignal<ViewDialogProps["asked"] | undefined>(undefined);
  const ask = (what: ViewDialogProps["asked"]) => () => (asked.value = what);
  const items: MenuItem[] = [
    { text: appTexts.rename, act: ask("rename") },
    { text: viewTexts.duplicate, act: ask("duplicate") },
    ...(views.length > 1 ? [{ text: viewTexts.delete, act: ask("delete") }] : []),
  ];
  return (
    <nav class="views" aria-label={viewTexts.views}>
      <ul>
        {views.map(({ id, name, type }) => (
          <li key={id}>
            <a
              href={`/app/${baseId}/${tableId}/${id}`}
              aria-label={viewTexts.nameOf(name, type)}
              aria-current={id === view?.id ? "page" : undefined}
            >
              <ViewIcon type={type} />
              {name}
            </a>
          </li>
        ))}
      </ul>
      {isEditor && view && (
        <MenuButton title={viewTexts.actionsOf(view.name)} items={items}>
          …
        </MenuButton>
      )}
      {isEditor && (
        <button type="button" class="quiet" aria-label={viewTexts.newView} onClick={ask("create")}>
          +
        </button>
      )}
      {asked.value && (
        <ViewDialog
          asked={asked.value}
          place={{ baseId, tableId }}
          views={views}
          view={view}
          refresh={refresh}
          close={() => (asked.value = undefined)}
        />
      )}
    </nav>
  );
}
