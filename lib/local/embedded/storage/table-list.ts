/* The tables of the file. */
import type { DatabaseSync } from "node:sqlite";
import { areEqual } from "../values/compare.ts";
import type { Value } from "../values/value.ts";
import { createRows, openRows, rowsTable } from "./item-rows.ts";
import type { Table, TableDefinition } from "./tables.ts";

export type TableList = ReturnType<typeof openTableList>;

export function openTableList(database: DatabaseSync, now: () => number) {
  const tables = new Map<string, Table & { id: number }>();
  for (const row of database.prepare("SELECT * FROM tables").all()) {
    const { id, definition, created } = row as { id: number; definition: string; created: number };
    open(id, JSON.parse(definition), created);
  }

  function open(id: number, definition: TableDefinition, created: number): Table {
    const table = { id, definition, created, rows: openRows(database, id) };
    tables.set(definition.name, table);
    return table;
  }

  const find = (name: string): Table | undefined => tables.get(name);

  const list = (): Table[] => [...tables.values()];

  function create(definition: TableDefinition): Table {
    const created = now();
    const { lastInsertRowid } = database
      .prepare("INSERT INTO tables (name, definition, created) VALUES (?, ?, ?)")
      .run(definition.name, JSON.stringify(definition), created);
    const id = Number(lastInsertRowid);
    createRows(database, id);
    return open(id, definition, created);
  }

  function remove(name: string): void {
    const table = tables.get(name);
    if (!table) return;
    tables.delete(name);
    database.exec(`DROP TABLE ${rowsTable(table.id)}`);
    database.prepare("DELETE FROM tables WHERE name = ?").run(name);
  }

  /** Makes the table if it does not exist. Throws if it exists with another definition. */
  function ensure(definition: TableDefinition): void {
    const found = tables.get(definition.name)?.definition;
    if (!found) create(definition);
    else if (!areEqual(plain(found), plain(definition)))
      throw new Error(
        `the table ${definition.name} of this file is another one: ${JSON.stringify(found)}, not ${JSON.stringify(definition)}`,
      );
  }

  return { find, list, create, remove, ensure };
}

const plain = (definition: TableDefinition) => JSON.parse(JSON.stringify(definition)) as Value;
