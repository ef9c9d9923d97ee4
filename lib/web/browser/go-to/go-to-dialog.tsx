/* A box that goes to any base or table by its name. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Base } from "#lib/schemas/tables/base";
import type { TableHead } from "#lib/schemas/tables/table";
import { callApi } from "../call.ts";
import { closeModal, Modal } from "../dialogs/modal.tsx";
import { Loaded } from "../loaded.tsx";
import { recentBases } from "../recent.ts";
import { openAddress } from "../router.ts";
import { appTexts } from "../texts.ts";
import { findPlaces, type GoToPlace } from "./find-places.ts";

/** Bases whose tables are read: each is a request. Those that were opened lately come first. */
const mostBases = 12;

async function loadPlaces(): Promise<{ places: GoToPlace[]; isPart: boolean }> {
  const bases = await callApi<Base[]>("GET", "/base");
  const recent = recentBases();
  const rank = ({ id }: Base) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const ordered = bases.toSorted((one, other) => rank(one) - rank(other));
  const tables = await Promise.all(
    ordered.slice(0, mostBases).map(async (base) => {
      // a base that was deleted meanwhile has none
      const found = await callApi<TableHead[]>("GET", `/base/${base.id}/table`).catch(() => []);
      return found.map(
        ({ id, name }): GoToPlace => ({ name, within: base.name, address: `/app/${base.id}/${id}` }),
      );
    }),
  );
  const places = [
    ...ordered.map(({ id, name }): GoToPlace => ({ name, address: `/app/${id}` })),
    ...tables.flat(),
  ];
  return { places, isPart: ordered.length > mostBases };
}

export const GoToDialog = ({ close }: { close: () => void }) => (
  <Modal title={appTexts.goToTitle} close={close}>
    <Loaded of="places" load={loadPlaces}>
      {({ places, isPart }) => <PlaceList places={places} isPart={isPart} />}
    </Loaded>
  </Modal>
);

interface PlaceListProps {
  places: GoToPlace[];
  /** Tables of some bases are left out. */
  isPart: boolean;
}

function PlaceList({ places, isPart }: PlaceListProps) {
  const input = useRef<HTMLInputElement>(null);
  const query = useSignal("");
  const at = useSignal(0);
  const id = useId();
  useEffect(() => input.current?.focus(), []);
  const found = findPlaces(places, query.value);
  const chosen = found[at.value];
  function open({ address }: GoToPlace) {
    closeModal(input.current);
    openAddress(address);
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      at.value = Math.max(0, Math.min(found.length - 1, at.value + step));
      document.getElementById(`${id}-${at.value}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && chosen) open(chosen);
    else return;
    event.preventDefault();
  }
  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label={appTexts.goToTitle}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${at.value}`}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" class="found" aria-label={appTexts.goToTitle}>
        {found.map((place, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box above
          <div
            key={place.address}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at.value}
            onClick={() => open(place)}
          >
            {place.name} <span class="note">{place.within ?? appTexts.kinds.base}</span>
          </div>
        ))}
      </div>
      <p class="note" role="status">
        {found.length === 0 ? appTexts.nothingFound : isPart ? appTexts.goToPart(mostBases) : ""}
      </p>
    </>
  );
}
