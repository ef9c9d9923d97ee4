/* What this process knows of the columns of tables (lib/data/schema/columns.ts), as another process would know it. */
import { noteColumns } from "#lib/data/schema/columns";
import { newTableId } from "#lib/schemas/basics/ids";

/** More tables than a process remembers. */
const others = 250;

/** Forgets the columns of all tables, as in a process that begins. */
export function forgetColumns(): void {
  for (let i = 0; i < others; i++) noteColumns(newTableId(), "a");
}
