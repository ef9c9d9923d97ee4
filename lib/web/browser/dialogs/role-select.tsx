/* A choice of a role, up to the one that a person has. */
import type { Role } from "#lib/schemas/basics/role";
import { rolesUpTo } from "../roles.ts";
import { appTexts } from "../texts.ts";

interface RoleSelectProps {
  id?: string;
  name?: string;
  label?: string;
  /** The role of the person who chooses: the highest that they can give. */
  most: Role;
  value?: Role;
  choose?: (role: Role) => void;
}

export const RoleSelect = ({ id, name, label, most, value = "editor", choose }: RoleSelectProps) => (
  <select
    id={id}
    name={name}
    aria-label={label}
    onChange={({ currentTarget }) => choose?.(currentTarget.value as Role)}
  >
    {rolesUpTo(most).map((role) => (
      <option key={role} value={role} selected={role === value}>
        {appTexts.roles[role]}
      </option>
    ))}
  </select>
);
