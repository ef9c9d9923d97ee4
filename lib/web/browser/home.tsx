/* The first page: spaces and the bases in them. */
import type { Base } from "#lib/schemas/tables/base";
import type { Space } from "#lib/schemas/tables/space";
import { callApi } from "./call.ts";
import { Title } from "./frame.tsx";
import { Loaded } from "./loaded.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { isBuilder } from "./roles.ts";
import { openAddress } from "./router.ts";
import { appTexts } from "./texts.ts";

const loadHome = async () => {
  const [spaces, bases] = await Promise.all([
    callApi<Space[]>("GET", "/space"),
    callApi<Base[]>("GET", "/base"),
  ]);
  return { spaces, bases };
};

export const Home = () => (
  <Loaded of="home" load={loadHome}>
    {({ spaces, bases }, reload) => {
      const shared = bases.filter(({ spaceId }) => !spaces.some(({ id }) => id === spaceId));
      return (
        <>
          <Title text={appTexts.homeTitle}>
            <NameDialog
              button={appTexts.newSpace}
              title={appTexts.newSpace}
              does={appTexts.create}
              act={async (name) => {
                await callApi("POST", "/space", { name });
                await reload();
              }}
            />
          </Title>
          {spaces.length === 0 && shared.length === 0 && <p>{appTexts.noSpaces}</p>}
          {spaces.map((space) => (
            <SpaceCard
              key={space.id}
              space={space}
              bases={bases.filter(({ spaceId }) => spaceId === space.id)}
              reload={reload}
            />
          ))}
          {shared.length > 0 && (
            <section class="card">
              <h2>{appTexts.sharedWithYou}</h2>
              <BaseList bases={shared} />
            </section>
          )}
        </>
      );
    }}
  </Loaded>
);

interface SpaceCardProps {
  space: Space;
  bases: Base[];
  reload: () => Promise<void>;
}

const SpaceCard = ({ space: { id, name, role }, bases, reload }: SpaceCardProps) => (
  <section class="card">
    <div class="title">
      <h2>{name}</h2>
      {role === "owner" && (
        <NameDialog
          button={appTexts.rename}
          title={appTexts.renameOf(name)}
          name={name}
          does={appTexts.save}
          act={async (name) => {
            await callApi("PATCH", `/space/${id}`, { name });
            await reload();
          }}
        />
      )}
      {isBuilder(role) && (
        <NameDialog
          button={appTexts.newBase}
          title={appTexts.newBaseIn(name)}
          does={appTexts.create}
          act={async (name) => {
            const made = await callApi<Base>("POST", "/base", { spaceId: id, name });
            openAddress(`/app/${made.id}`);
          }}
        />
      )}
    </div>
    {bases.length > 0 ? <BaseList bases={bases} /> : <p class="note">{appTexts.noBases}</p>}
  </section>
);

const BaseList = ({ bases }: { bases: Base[] }) => (
  <ul class="places">
    {bases.map(({ id, name, icon }) => (
      <li key={id}>
        <a href={`/app/${id}`}>
          {icon && <span aria-hidden="true">{icon} </span>}
          {name}
        </a>
      </li>
    ))}
  </ul>
);
