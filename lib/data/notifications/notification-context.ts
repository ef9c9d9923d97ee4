/* Where in a table something happened, and how that is said to people. */

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
  scene: Required<NotificationContext>;
  schema: Schema;
  /** Its path below the public origin. */
  path: string;
  /** `Plan, Work` */
  name: string;
}

/** Undefined if nobody may go there any more: the table or its base was deleted. */
export async function findContext(tableId: TableId): Promise<TableContext | undefined> {
  const table = await find(tableId);
  const [base, schema] = table ? await Promise.all([bases.find(table.baseId), schemaOf(table)]) : [];
  if (!base || !schema) return undefined;
  return {
    scene: { spaceId: base.spaceId, baseId: base.id },
    schema,
    path: `/base/${base.id}/${tableId}`,
    name: `${schema.table.name}, ${base.name}`,
  };
}

const longestName = 100;

/** `“Write”`, or `a record` where its first cell is empty; undefined if it is not there. */
export async function recordName({ table, fields }: Schema, id: RecordId): Promise<string | undefined> {
  const record = await getItem<RecordItem>(recordKey(table.id, id));
  if (!record) return undefined;
  const primary = fields.filter(({ isPrimary }) => isPrimary);
  const [shown] = await showRecords([record], primary, { fieldKeyType: "id", cellFormat: "text" }, nobody);
  const name = shown?.name.trim() ?? "";
  // by whole characters: the store takes no half of one
  const characters = Array.from(name);
  const isLong = characters.length > longestName;
  return name === "" ? "a record" : `“${isLong ? `${characters.slice(0, longestName).join("")}…` : name}”`;
}

/** On whose behalf a name is shown that many will read. */
const nobody = {
  userId: "" as UserId,
  now: new Date(0).toISOString(),
  may: { seeEmails: false, read: true, create: false, update: true, delete: true },
};

/** Somebody as he is called now, or was then if he is not there any more. */
export async function actorOf(id: UserId, then = "Somebody"): Promise<Actor> {
  const { name, avatar } = (await users.find(id)) ?? { name: then };
  return { id, name, ...(avatar && { avatar }) };
}
