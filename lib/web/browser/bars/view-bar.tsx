/* The views of a table, side by side, and what can be done with the one that is shown. */
import type { View } from "#lib/schemas/tables/view";
import { Menu, Opener } from "../dialogs/opener.tsx";
import { showLate } from "../late.tsx";
import { appTexts } from "../texts.ts";
import { viewTexts } from "./texts.ts";
import type { ViewDialogProps } from "./view-dialogs.tsx";
import { ViewIcon } from "./view-icon.tsx";

const ShareDialog = showLate(async () => (await import("../share/share-dialog.tsx")).ShareDialog);
const ViewDialog = showLate(async () => (await import("./view-dialogs.tsx")).ViewDialog);

/** On a phone not all tabs are in view. */
const showTab = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

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
  const dialog = (asked: ViewDialogProps["asked"]) => (close: () => void) => (
    <ViewDialog
      asked={asked}
      place={{ baseId, tableId }}
      views={views}
      view={view}
      refresh={refresh}
      close={close}
    />
  );
  return (
    <nav class="views" aria-label={viewTexts.views}>
      <ul>
        {views.map(({ id, name, type }) => (
          <li key={id}>
            <a
              href={`/app/${baseId}/${tableId}/${id}`}
              aria-label={viewTexts.nameOf(name, type)}
              aria-current={id === view?.id ? "page" : undefined}
              {...(id === view?.id && { ref: showTab })}
            >
              <ViewIcon type={type} />
              {name}
            </a>
          </li>
        ))}
      </ul>
      {isEditor && (
        <Opener text="+" label={viewTexts.newView}>
          {dialog("create")}
        </Opener>
      )}
      {isEditor && view && (
        <Menu
          of={viewTexts.viewOf(view.name)}
          choices={[
            { text: appTexts.rename, dialog: dialog("rename") },
            { text: viewTexts.duplicate, dialog: dialog("duplicate") },
            views.length > 1 && { text: appTexts.delete, dialog: dialog("delete") },
          ]}
        />
      )}
      {isEditor && view && (
        <Opener
          text={view.enableShare ? viewTexts.shared : viewTexts.share}
          label={viewTexts.shareOf(view.name)}
        >
          {(close) => <ShareDialog {...{ tableId, view, refresh, close }} />}
        </Opener>
      )}
    </nav>
  );
}
