/* The table of an event, the record and the actor, with the names and paths for notifications. */

import * as users from "#lib/data/identity/users";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { showRecords } from "#lib/data/records/show-records";
import { find, type Schema, schemaOf } from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import type { RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";
import type { Actor, NotificationContext } from "./inbox.ts";

export interface TableContext {
  context: Required<NotificationContext>;
  schema: Schema;
  /** Its path, from which the link is made. */
  path: string;
  /** `Plan, Work` */
  name: string;
  baseName: string;
}

/** `undefined` if the table or its base was deleted. */
export async function findContext(tableId: TableId): Promise<TableContext | undefined> {
  const table = await find(tableId);
  const [base, schema] = table ? await Promise.all([bases.find(table.baseId), schemaOf(table)]) : [];
  if (!base || !schema) return undefined;
  return {
    context: { spaceId: base.spaceId, baseId: base.id },
    schema,
    path: `/base/${base.id}/${tableId}`,
    name: `${schema.table.name}, ${base.name}`,
    baseName: base.name,
  };
}

const longestName = 100;

/** `“Write”`, or `a record` if its primary cell is empty; `undefined` if it does not exist. */
export async function recordName({ table, fields }: Schema, id: RecordId): Promise<string | undefined> {
  const record = await getItem<RecordItem>(recordKey(table.id, id));
  if (!record) return undefined;
  const primary = fields.filter(({ isPrimary }) => isPrimary);
  const [shown] = await showRecords(
    [record],
    primary,
    { fieldKeyType: "id", cellFormat: "text" },
    anonymousCaller,
  );
  const name = shown?.name.trim() ?? "";
  // cut at whole characters: the store rejects half a surrogate pair
  const characters = Array.from(name);
  const isLong = characters.length > longestName;
  return name === "" ? "a record" : `“${isLong ? `${characters.slice(0, longestName).join("")}…` : name}”`;
}

/** Names are shown as to an anonymous caller, since many users will read them. */
export const anonymousCaller = {
  userId: "" as UserId,
  now: new Date(0).toISOString(),
  may: { seeEmails: false, read: true, create: false, update: true, delete: true },
};

/** A user with the present name, or with the name `then` if the account is gone. */
export async function actorOf(id: UserId, then = "Someone"): Promise<Actor> {
  const { name, avatar } = (await users.find(id)) ?? { name: then };
  return { id, name, ...(avatar && { avatar }) };
}
