/* What the caller may do in bases that the path does not name. Loaded by import(): only links have to do with other bases. */
import { allowRole, describeRefusal } from "#lib/access/describe-refusal";
import type { Principal } from "#lib/access/principal";
import { roleMay } from "#lib/access/roles";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import type { TableItem } from "#lib/data/schema/table-schema";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { AppError, notFound, unknownInside } from "#lib/schemas/basics/error";
import type { BaseId } from "#lib/schemas/basics/ids";
import type { Standing } from "#lib/schemas/basics/role";
import type { Scope } from "#lib/schemas/identity/scopes";
import { getItem } from "#lib/store/store";
import type { Call } from "./call.ts";
import { refuseMoving } from "./refusals/moving.ts";
import { allowToken, mayAt, standingAt } from "./standing.ts";

/** The base of the path, and the role there. */
export interface Here {
  baseId: BaseId;
  standing: Standing;
}

/**
 * Whether the caller may do something in a base that the path does not name, for example in the base of a table to link to. For the base of
 * the path, `here`, the role is known; every other base costs one read.
 */
export async function allowThere(
  principal: Principal,
  here: Here,
  ...[table, scope]: Parameters<AllowThere>
): Promise<boolean> {
  const standing = table.baseId === here.baseId ? here.standing : await standingAt({ table }, principal);
  if (!standing) return false;
  if (!scope.endsWith("|read")) refuseMoving(standing);
  allowToken(scope, principal);
  if (!roleMay(standing.role, scope))
    throw new AppError(
      "restricted_resource",
      `${describeRefusal(standing.role, scope)} in the base of ${table.id}. A link with isOneWay only needs to read there.`,
    );
  return true;
}

/** Whether the caller may create records in a table of any base. False without a role there; throws 403 if role or token allow too little. */
export async function allowRecordsIn(principal: Principal, here: Here, table: TableItem): Promise<boolean> {
  const standing = table.baseId === here.baseId ? here.standing : await standingAt({ table }, principal);
  if (!standing) return false;
  refuseMoving(standing);
  allowToken("record|create", principal);
  if (!roleMay(standing.role, "record|create"))
    throw new AppError(
      "restricted_resource",
      `${describeRefusal(standing.role, "record|create")} in the base of ${table.id}, to which the field links. Leave createLinked out to link only what exists.`,
    );
  return true;
}

/** A base that a request names. Throws 404 at this member if it does not exist or the caller has no role there, 403 if a scope is not allowed. */
export async function allowBase(
  baseId: BaseId,
  principal: Principal,
  { at, scopes }: { at: string; scopes: readonly Scope[] },
): Promise<BaseItem> {
  const { base, standing } = (await findBase(baseId, principal)) ?? {};
  if (!base || !standing)
    throw unknownInside([{ path: at, message: `there is no base ${baseId}, or you have no access to it` }]);
  if (!scopes.every((scope) => scope.endsWith("|read"))) refuseMoving(standing);
  for (const scope of scopes) {
    allowToken(scope, principal);
    if (!roleMay(standing.role, scope))
      throw new AppError(
        "restricted_resource",
        `${describeRefusal(standing.role, scope)} in the base ${baseId}`,
      );
  }
  return base;
}

/**
 * Whether the caller may read records in a base, for lists that are limited by the cell of a link field there. For the base of the path
 * nothing is read.
 */
export async function mayReadIn(
  baseId: BaseId,
  principal: Principal,
  here: Pick<Call, "table" | "standing">,
): Promise<boolean> {
  if (!principal.scopes.includes("record|read")) return false;
  if (baseId === here.table?.baseId) return mayAt(here.standing, "record|read");
  return mayAt((await findBase(baseId, principal))?.standing, "record|read");
}

/** Throws what a call that reads records in this base would: 404 without a role there, 403 if role or token do not allow to read records. */
export async function allowReadIn(baseId: BaseId, principal: Principal): Promise<void> {
  const { standing } = (await findBase(baseId, principal)) ?? {};
  if (!standing) throw notFound("base", baseId);
  allowBoth(principal, standing)("record|read");
}

/** A base that is not in the trash, and the role of the caller in it, if there is one. */
async function findBase(baseId: BaseId, principal: Principal) {
  const base = await getItem<BaseItem>(baseKey(baseId));
  return base && !base.deletedTime ? { base, standing: await standingAt({ base }, principal) } : undefined;
}

/** Throws 403 if role or token do not allow a scope. */
export const allowBoth = (principal: Principal, standing: Standing) => (scope: Scope) => {
  allowToken(scope, principal);
  allowRole(scope, standing);
};
