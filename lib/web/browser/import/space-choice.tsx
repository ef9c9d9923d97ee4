/* In which space a new base is made, where there are several. */
import { useId } from "preact/hooks";
import type { Space } from "#lib/schemas/tables/space";
import { isBuilder } from "../roles.ts";
import { appTexts } from "../texts.ts";

export function SpaceChoice({ spaces }: { spaces: Space[] }) {
  const id = useId();
  const offered = spaces.filter(({ role }) => isBuilder(role));
  if (offered.length < 2) return null;
  return (
    <div>
      <label for={id}>{appTexts.space}</label>
      <select id={id} name="spaceId">
        {offered.map((space) => (
          <option key={space.id} value={space.id}>
            {space.name}
          </option>
        ))}
      </select>
    </div>
  );
}
