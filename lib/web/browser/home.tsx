/* The first page: spaces and the bases in them. */
import type { Base } from "#lib/schemas/tables/base";
import type { Space } from "#lib/schemas/tables/space";
import { callApi } from "./call.ts";
import { deleteChoice, renameChoice } from "./dialogs/choices.tsx";
import { NewBaseDialog, PeopleDialog, SignOutDialog, TrashDialog } from "./dialogs/late-dialogs.ts";
import { NameForm } from "./dialogs/name-form.tsx";
import { Menu, Opener } from "./dialogs/opener.tsx";
import { Title } from "./frame.tsx";
import { ImportOpener } from "./import/import-opener.tsx";
import { keptTexts } from "./kept/texts.ts";
import { Loaded } from "./loaded.tsx";
import { NoticeBox } from "./notice.tsx";
import { recentBases } from "./recent.ts";
import { isBuilder } from "./roles.ts";
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
            <Opener text={appTexts.trash}>
              {(close) => (
                <TrashDialog
                  queries={["resourceType=space", "resourceType=base"]}
                  restored={reload}
                  close={close}
                />
              )}
            </Opener>
            <ImportOpener target={{ kind: "base", spaces, bases }} imported={reload} />
            <Opener text={appTexts.newSpace}>
              {(close) => (
                <NameForm
                  title={appTexts.newSpace}
                  does={appTexts.create}
                  act={async (name) => {
                    await callApi("POST", "/space", { name });
                    await reload();
                  }}
                  close={close}
                />
              )}
            </Opener>
          </Title>
          {spaces.length === 0 && shared.length === 0 && <p>{appTexts.noSpaces}</p>}
          {bases.length === 0 && (
            <section class="card">
              <h2>{appTexts.firstTable}</h2>
              <p class="note">{appTexts.firstTableHint}</p>
              <Opener text={appTexts.newBase}>
                {(close) => (
                  <NewBaseDialog space={spaces.find(({ role }) => isBuilder(role))} close={close} />
                )}
              </Opener>
            </section>
          )}
          <Recent bases={bases} />
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
          <Opener text={keptTexts.signOut}>{(close) => <SignOutDialog close={close} />}</Opener>
          <NoticeBox />
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

const SpaceCard = ({ space, bases, reload }: SpaceCardProps) => (
  <section class="card">
    <div class="title">
      <h2>{space.name}</h2>
      {isBuilder(space.role) && (
        <Opener text={appTexts.newBase} label={appTexts.newBaseIn(space.name)}>
          {(close) => <NewBaseDialog space={space} close={close} />}
        </Opener>
      )}
      <SpaceMenu space={space} reload={reload} />
    </div>
    {bases.length > 0 ? <BaseList bases={bases} /> : <p class="note">{appTexts.noBases}</p>}
  </section>
);

const SpaceMenu = ({ space: { id, name, role }, reload }: Omit<SpaceCardProps, "bases">) => {
  const path = `/space/${id}`;
  const isOwner = role === "owner";
  return (
    <Menu
      of={name}
      choices={[
        {
          text: appTexts.people,
          dialog: (close) => <PeopleDialog {...{ name, path, role, close }} mayGrant={isOwner} />,
        },
        isOwner && renameChoice({ name, call: { method: "PATCH", path }, renamed: reload }),
        isOwner && deleteChoice({ name, path, deleted: reload }),
      ]}
    />
  );
};

/** Bases that were opened in this browser, the last one first. */
function Recent({ bases }: { bases: Base[] }) {
  const opened = recentBases().flatMap((id) => bases.find((base) => base.id === id) ?? []);
  // with few bases all are in view
  if (opened.length === 0 || bases.length < fewBases) return null;
  return (
    <section class="card">
      <h2>{appTexts.recent}</h2>
      <BaseList bases={opened} />
    </section>
  );
}

const fewBases = 4;

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
