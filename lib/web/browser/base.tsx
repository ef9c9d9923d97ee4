/* A base: its tables. */
import type { Base } from "#lib/schemas/tables/base";
import type { TableHead } from "#lib/schemas/tables/table";
import { callApi } from "./call.ts";
import { deleteChoice, renameChoice } from "./dialogs/choices.tsx";
import { BackupDialog, MoveDialog, PeopleDialog, TrashDialog } from "./dialogs/late-dialogs.ts";
import { NameForm } from "./dialogs/name-form.tsx";
import { Menu, Opener } from "./dialogs/opener.tsx";
import { Title } from "./frame.tsx";
import { ImportOpener, RunningImports } from "./import/import-opener.tsx";
import { Loaded } from "./loaded.tsx";
import { NoticeBox } from "./notice.tsx";
import { isBuilder } from "./roles.ts";
import { openAddress } from "./router.ts";
import { appTexts } from "./texts.ts";

export const BasePage = ({ baseId }: { baseId: string }) => (
  <Loaded
    of={baseId}
    load={() =>
      Promise.all([
        callApi<Base>("GET", `/base/${baseId}`),
        callApi<TableHead[]>("GET", `/base/${baseId}/table`),
      ])
    }
  >
    {([base, tables], reload) => {
      const mayBuild = isBuilder(base.role);
      return (
        <>
          <nav aria-label={appTexts.home}>
            <a class="up" href="/app">
              {appTexts.home}
            </a>
          </nav>
          <Title text={base.name}>
            {mayBuild && (
              <>
                <Opener text={appTexts.trash}>
                  {(close) => <TrashDialog queries={[`baseId=${baseId}`]} restored={reload} close={close} />}
                </Opener>
                <ImportOpener target={{ kind: "table", baseId }} imported={reload} />
                <Opener text={appTexts.newTable}>
                  {(close) => (
                    <NameForm
                      title={appTexts.newTable}
                      does={appTexts.create}
                      act={async (name) => {
                        const made = await callApi<TableHead>("POST", `/base/${baseId}/table`, { name });
                        openAddress(`/app/${baseId}/${made.id}`);
                      }}
                      close={close}
                    />
                  )}
                </Opener>
              </>
            )}
            <BaseMenu base={base} reload={reload} />
          </Title>
          <RunningImports id={baseId} />
          {tables.length === 0 && <p class="note">{appTexts.noTables}</p>}
          <ul class="places">
            {tables.map((table) => (
              <li key={table.id}>
                <a href={`/app/${baseId}/${table.id}`}>
                  {table.icon && <span aria-hidden="true">{table.icon} </span>}
                  {table.name}
                </a>
                {mayBuild && <TableMenu baseId={baseId} table={table} reload={reload} />}
              </li>
            ))}
          </ul>
          <NoticeBox />
        </>
      );
    }}
  </Loaded>
);

interface BaseMenuProps {
  base: Base;
  reload: () => Promise<void>;
}

function BaseMenu({ base, reload }: BaseMenuProps) {
  const { id, name, role } = base;
  const path = `/base/${id}`;
  const mayBuild = isBuilder(role);
  return (
    <Menu
      of={name}
      choices={[
        {
          text: appTexts.people,
          dialog: (close) => <PeopleDialog {...{ name, path, role, close }} mayGrant={mayBuild} />,
        },
        mayBuild && renameChoice({ name, call: { method: "PATCH", path }, renamed: reload }),
        mayBuild &&
          base.collaboratorType === "space" && {
            text: appTexts.move,
            dialog: (close) => <MoveDialog {...{ base, close }} moved={reload} />,
          },
        { text: appTexts.backup, dialog: (close) => <BackupDialog base={base} close={close} /> },
        mayBuild && deleteChoice({ name, path, deleted: () => openAddress("/app") }),
      ]}
    />
  );
}

interface TableMenuProps {
  baseId: string;
  table: TableHead;
  reload: () => Promise<void>;
}

const TableMenu = ({ baseId, table: { id, name }, reload }: TableMenuProps) => {
  const path = `/base/${baseId}/table/${id}`;
  return (
    <Menu
      of={name}
      choices={[
        renameChoice({ name, call: { method: "PUT", path: `${path}/name` }, renamed: reload }),
        deleteChoice({ name, path, deleted: reload }),
      ]}
    />
  );
};
