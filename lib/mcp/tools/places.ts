/* The bases, tables and fields that arguments name by id or by name. A name that is not there gets the one that was probably meant. */
import * as z from "zod";
import { findNearest } from "#lib/engine/values/nearest-text";
import { callEndpoint, type Outer } from "#lib/http/kinds/call-endpoint";
import { listReachableBases } from "#lib/http/reachable-bases";
import { invalid, unknownInside } from "#lib/schemas/basics/error";
import { Field } from "#lib/schemas/tables/field";
import { TableHead } from "#lib/schemas/tables/table";

interface Named {
  id: string;
  name: string;
}

const baseId = /^bse[0-9A-Za-z]{16}$/;
const tableId = /^tbl[0-9A-Za-z]{16}$/;

/** The one with this id, or else with this name. Throws 404 at the argument, with the nearest name. */
export function pickNamed<Each extends Named>(all: readonly Each[], asked: string, path: string): Each {
  const found = all.find(({ id }) => id === asked) ?? all.find(({ name }) => name === asked);
  if (found) return found;
  const nearest = findNearest(
    asked,
    all.map(({ name }) => name),
  );
  const hint = nearest === undefined ? "" : `; did you mean ${JSON.stringify(nearest)}?`;
  throw unknownInside([{ path, message: `there is no ${JSON.stringify(asked)}${hint}` }]);
}

/** The id of a base. Whether it exists says the endpoint that gets it. */
export async function findBaseId(asked: string, call: Outer): Promise<string> {
  if (baseId.test(asked)) return asked;
  return pickNamed(await listReachableBases(call.principal), asked, "base").id;
}

export async function readTables(base: string, call: Outer): Promise<TableHead[]> {
  const { handler } = await import("#functions/table/list-tables");
  return callEndpoint(handler, z.array(TableHead), { params: { baseId: base } }, call);
}

/** The id of a table, as a value of the path. Throws 400 for a name without its base. */
export async function findTableId(
  { base, table }: { base?: string | undefined; table: string },
  call: Outer,
): Promise<{ tableId: string }> {
  if (tableId.test(table)) return { tableId: table };
  if (base === undefined)
    throw invalid([{ path: "base", message: "is missing: table is a name, so say in which base" }]);
  const tables = await readTables(await findBaseId(base, call), call);
  return { tableId: pickNamed(tables, table, "table").id };
}

export async function readFields(
  params: { tableId: string },
  call: Outer,
): Promise<z.output<typeof Field>[]> {
  const { handler } = await import("#functions/field/list-fields");
  return callEndpoint(handler, z.array(Field), { params }, call);
}
