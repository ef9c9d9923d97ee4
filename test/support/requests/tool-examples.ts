/* A valid call of each tool of `POST /mcp`, in a base that it makes. */
import { tools } from "#lib/mcp/tools/index";
import { aTable, type Someone } from "#test/support/makers/makers";
import { useTool } from "./mcp.ts";

export interface Examples {
  baseId: string;
  tableId: string;
  /** The arguments of a tool: valid, and each time about other records. */
  argumentsOf: (name: string) => Promise<object>;
}

/** A base of this person, and the arguments of a valid call of each tool. */
export async function toolExamples(owner: Someone): Promise<Examples> {
  const { baseId, tableId: table } = await aTable({}, owner);
  const name = () => `x${crypto.randomUUID()}`;
  const aRecord = async () => {
    const { created } = await useTool(owner, "create_records", {
      ...{ table, records: [{ fields: { Name: name() } }] },
    });
    return created[0].id as string;
  };
  const examples: Record<string, () => object | Promise<object>> = {
    list_bases: () => ({}),
    describe_base: () => ({ base: baseId, detail: "full" }),
    query_records: () => ({ table }),
    get_record: async () => ({ table, record: await aRecord() }),
    summarize_records: () => ({ base: baseId, table, groupBy: [{ field: "Status" }] }),
    list_changes: () => ({ base: baseId }),
    create_records: () => ({ table, records: [{ fields: { Name: name() } }] }),
    update_records: async () => ({ table, records: [{ id: await aRecord(), fields: { Name: name() } }] }),
    upsert_records: () => ({ table, match: ["Name"], records: [{ fields: { Name: name() } }] }),
    delete_records: async () => ({ table, records: [await aRecord()] }),
    undo: () => ({ table }),
    create_table: () => ({ base: baseId, name: name(), fields: [{ name: "A", type: "singleLineText" }] }),
    change_fields: () => ({ table, action: "create", definition: { name: name(), type: "number" } }),
    comment: async () => ({ table, record: await aRecord(), text: "Look" }),
    list_comments: async () => ({ table, record: await aRecord() }),
    import_csv: () => ({ table, text: "Name\na\n" }),
  };
  return {
    baseId,
    tableId: table,
    argumentsOf: async (tool) => {
      const example = examples[tool];
      if (!example) throw new Error(`${tool} has no example among those of ${tools.length} tools`);
      return example();
    },
  };
}
