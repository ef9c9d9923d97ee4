/* All commands, in the order of the help. */
import { api } from "./api.ts";
import { bases } from "./bases.ts";
import { changes } from "./changes.ts";
import { completion } from "./completion.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { mcp } from "./mcp.ts";
import { recordsCreate } from "./records-create.ts";
import { recordsDelete } from "./records-delete.ts";
import { recordsGet } from "./records-get.ts";
import { recordsList } from "./records-list.ts";
import { recordsUpdate } from "./records-update.ts";
import { recordsUpsert } from "./records-upsert.ts";
import type { CommandDefinition } from "./shared/definition.ts";
import { tables } from "./tables.ts";
import { types } from "./types.ts";

const others: readonly CommandDefinition[] = [
  ...[login, logout, bases, tables],
  ...[recordsList, recordsGet, recordsCreate, recordsUpdate, recordsUpsert, recordsDelete],
  ...[changes, types, exportCommand, importCommand, mcp, api],
];

export const commands: readonly CommandDefinition[] = [...others, completion(others)];
