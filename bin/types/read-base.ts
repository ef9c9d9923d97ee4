/* Reads the tables and fields of a base over HTTP, as any client can. */
import { StartError } from "#lib/local/process/start-error";

export interface ShownField {
  id: string;
  name: string;
  dbFieldName: string;
  type: string;
  options: unknown;
  isComputed?: true;
  cellValueType: "string" | "number" | "boolean" | "dateTime";
  isMultipleCellValue?: true;
}
export interface ShownTable {
  id: string;
  name: string;
  dbTableName: string;
  fields: ShownField[];
}
export interface ShownBase {
  id: string;
  name: string;
  tables: ShownTable[];
}

/** The base with its tables and their fields. Throws if the server does not answer, or not with a success. */
export async function readBase(from: { url: string; token: string; baseId: string }): Promise<ShownBase> {
  const get = <Answer>(path: string) => read<Answer>(from, path);
  const base = await get<{ id: string; name: string }>(`/base/${from.baseId}`);
  const heads = await get<Omit<ShownTable, "fields">[]>(`/base/${from.baseId}/table`);
  const tables: ShownTable[] = [];
  for (const head of heads) tables.push({ ...head, fields: await get(`/table/${head.id}/field`) });
  return { ...base, tables };
}

async function read<Answer>({ url, token }: { url: string; token: string }, path: string): Promise<Answer> {
  const address = url.replace(/\/$/, "") + path;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } }).catch((cause) => {
    throw new StartError(`${url} does not answer: is the server running there?`, { cause });
  });
  const body = (await answer.json().catch(() => undefined)) as { message?: string } | undefined;
  if (answer.ok && body) return body as Answer;
  throw new StartError(`${address}: ${answer.status} ${body?.message ?? "is not JSON: is this the API?"}`);
}
