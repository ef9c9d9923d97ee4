/* A base: its tables. */
import type { Base } from "#lib/schemas/tables/base";
import type { TableHead } from "#lib/schemas/tables/table";
import { callApi } from "./call.ts";
import { Title } from "./frame.tsx";
import { Loaded } from "./loaded.tsx";
import { NameDialog } from "./name-dialog.tsx";
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
    {([base, tables], reload) => (
      <>
        <nav aria-label={appTexts.home}>
          <a class="up" href="/app">
            {appTexts.home}
          </a>
        </nav>
        <Title text={base.name}>
          {isBuilder(base.role) && (
            <>
              <NameDialog
                button={appTexts.rename}
                title={appTexts.renameOf(base.name)}
                name={base.name}
                does={appTexts.save}
                act={async (name) => {
                  await callApi("PATCH", `/base/${baseId}`, { name });
                  await reload();
                }}
              />
              <NameDialog
                button={appTexts.newTable}
                title={appTexts.newTable}
                does={appTexts.create}
                act={async (name) => {
                  const made = await callApi<TableHead>("POST", `/base/${baseId}/table`, { name });
                  openAddress(`/app/${baseId}/${made.id}`);
                }}
              />
            </>
          )}
        </Title>
        {tables.length === 0 && <p class="note">{appTexts.noTables}</p>}
        <ul class="places">
          {tables.map(({ id, name, icon }) => (
            <li key={id}>
              <a href={`/app/${baseId}/${id}`}>
                {icon && <span aria-hidden="true">{icon} </span>}
                {name}
              </a>
              {isBuilder(base.role) && (
                <NameDialog
                  button={appTexts.rename}
                  title={appTexts.renameOf(name)}
                  name={name}
                  does={appTexts.save}
                  act={async (name) => {
                    await callApi("PUT", `/base/${baseId}/table/${id}/name`, { name });
                    await reload();
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      </>
    )}
  </Loaded>
);
