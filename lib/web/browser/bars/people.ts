/* The people who can open a base. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BaseUsers } from "#lib/schemas/identity/collaborator";
import { callApi } from "../call.ts";

type Person = BaseUsers["users"][number];

/** All of them, as soon as they are read; none if they cannot be. */
export function usePeople(baseId: string): readonly Person[] {
  const people = useSignal<readonly Person[]>([]);
  useEffect(() => {
    readPeople(baseId).then(
      (read) => {
        people.value = read;
      },
      // who was chosen is shown by the id then
      () => {},
    );
  }, [baseId]);
  return people.value;
}

async function readPeople(baseId: string): Promise<Person[]> {
  const all: Person[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = new URLSearchParams(cursor ? { cursor } : {});
    const page: BaseUsers = await callApi<BaseUsers>("GET", `/base/${baseId}/collaborators/users?${query}`);
    all.push(...page.users);
    cursor = page.nextCursor;
  }
  return all;
}
