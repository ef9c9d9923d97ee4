/* The people who can open a base. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BaseUsers } from "#lib/schemas/identity/collaborator";
import { callPages } from "../call.ts";

type Person = BaseUsers["users"][number];

/** All people of a base. */
export const readPeopleOf = (baseId: string): Promise<Person[]> =>
  callPages(`/base/${baseId}/collaborators/users`, ({ users }: BaseUsers) => users);

/** All of them, as soon as they are read; none if they cannot be. */
export function usePeople(baseId: string): readonly Person[] {
  const people = useSignal<readonly Person[]>([]);
  useEffect(() => {
    readPeopleOf(baseId).then(
      (read) => {
        people.value = read;
      },
      // who was chosen is shown by the id then
      () => {},
    );
  }, [baseId]);
  return people.value;
}
