/*
 * The baseline for calls with many records: a loop with the plain SDK that writes the same items in transactions of a hundred. If it
 * must know the items, it reads them first, a hundred at a time. It uses its own partition key.
 */
import { BatchGetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { Sdk } from "./store.ts";

export type Item = Record<string, unknown> & { pk: string; sk: string };

/** Milliseconds. */
export interface Taken {
  all: number;
  /** The part of `all` that is spent writing. */
  writing: number;
}

/** Writes copies of the items in `model` under the partition key `pk`. */
export function bareWriter({ client, TableName }: Sdk, model: Item[], pk: string) {
  const pieces = piecesOf(model.map((item) => ({ ...item, pk })));

  async function each(
    write: (item: Item) => object,
    read: (items: Item[]) => Promise<Item[]>,
  ): Promise<Taken> {
    const begun = performance.now();
    let writing = 0;
    for (const piece of pieces) {
      const items = await read(piece);
      const since = performance.now();
      await client.send(new TransactWriteCommand({ TransactItems: items.map(write) }));
      writing += performance.now() - since;
    }
    return { all: performance.now() - begun, writing };
  }

  const asGiven = async (items: Item[]) => items;
  const asStored = async (items: Item[]) => {
    const Keys = items.map(({ pk, sk }) => ({ pk, sk }));
    const request = { RequestItems: { [TableName]: { Keys, ConsistentRead: true } } };
    const { Responses } = await client.send(new BatchGetCommand(request));
    return (Responses?.[TableName] ?? []) as Item[];
  };
  const put = (Item: Item, ConditionExpression: string) => ({
    Put: { TableName, Item, ConditionExpression },
  });
  const ConditionExpression = "attribute_exists(pk)";

  return {
    create: () => each((item) => put(item, "attribute_not_exists(pk)"), asGiven),
    update: () => {
      const edited = { version: 2, lastModifiedTime: new Date().toISOString(), lastModifiedBy: pk };
      return each((item) => put({ ...item, ...edited }, ConditionExpression), asStored);
    },
    delete: () =>
      each(({ pk, sk }) => ({ Delete: { TableName, Key: { pk, sk }, ConditionExpression } }), asStored),
  };
}

/** Pieces of 100 items, the limit of a transaction and of a batch read. */
export function piecesOf<Each>(list: Each[]): Each[][] {
  return Array.from({ length: Math.ceil(list.length / 100) }, (_, i) => list.slice(i * 100, (i + 1) * 100));
}
