/* The operations the engine answers, by DynamoDB's names. */
import { internalError, unknownOperation } from "../errors.ts";
import { batchGetItem } from "./batch-get-item.ts";
import { batchWriteItem } from "./batch-write-item.ts";
import type { Call, Input, Output } from "./context.ts";
import { getItem } from "./get-item.ts";
import { createTable, deleteTable, describeTable, listTables } from "./manage-tables.ts";
import { query } from "./query.ts";
import { scan } from "./scan.ts";
import { transactGetItems } from "./transact-get-items.ts";
import { transactWriteItems } from "./transact-write-items.ts";
import { deleteItem, putItem, updateItem } from "./write-item.ts";

const operations = {
  GetItem: getItem,
  BatchGetItem: batchGetItem,
  Query: query,
  Scan: scan,
  PutItem: putItem,
  UpdateItem: updateItem,
  DeleteItem: deleteItem,
  BatchWriteItem: batchWriteItem,
  TransactWriteItems: transactWriteItems,
  TransactGetItems: transactGetItems,
  DescribeTable: describeTable,
  ListTables: listTables,
  CreateTable: createTable,
  DeleteTable: deleteTable,
} satisfies { [name: string]: (input: Input, call: Call) => Promise<Output> };

export type OperationName = keyof typeof operations;

export async function executeOperation(name: string, input: Input, call: Call): Promise<Output> {
  if (!Object.hasOwn(operations, name)) throw unknownOperation(name);
  try {
    return await operations[name as OperationName](input, call);
  } catch (error) {
    const explained = call.store.damage.explain(error);
    if (explained !== error) throw explained;
    const { code } = error as { code?: unknown };
    throw code === "ERR_SQLITE_ERROR" || code === "ERR_INVALID_STATE" ? internalError(error) : error;
  }
}
