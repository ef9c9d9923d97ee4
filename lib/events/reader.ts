/*
 * A second reader of the stream, for the previous values of items, which only the stream still has. DynamoDB allows two readers.
 * It may receive a change twice. If it throws, the batch is delivered again in smaller and smaller parts.
 */
import type { AttributeValue, DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { type Image, imagesIn, isCopied, isCopyRemoved } from "./visible-change.ts";

export interface ReaderDefinition {
  summary: string;
  /** It receives changed and removed items whose partition keys begin with one of these. */
  partitions: readonly string[];
}

export interface StreamReader {
  (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse>;
  reader: ReaderDefinition;
}

/** An item before the change, and after it unless it was removed. */
export interface Passed {
  before: Values;
  after?: Values;
}
/** Plain attribute values, as the store's client gives them. */
export type Values = Record<string, unknown>;

/** Makes a reader that calls `handle` with the items of its partitions. */
export function streamReader(
  reader: ReaderDefinition,
  handle: (passed: Passed[]) => Promise<void>,
): StreamReader {
  async function read({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
    const passed = Records.flatMap((record) => {
      const { before, after } = imagesIn(record);
      if (isCopied(after) || isCopyRemoved(before, after)) return [];
      const pk = before?.["pk"]?.S;
      if (!before || !pk || !reader.partitions.some((start) => pk.startsWith(start))) return [];
      return [{ before: shown(before), ...(after && { after: shown(after) }) }];
    });
    if (passed.length > 0) await handle(passed);
    return { batchItemFailures: [] };
  }
  return Object.assign(read, { reader });
}

/** The values without those of a staged commit in progress, and without the mark of a copy. */
const shown = ({ commit: _, next: __, copied: ___, ...image }: Image): Values => valuesOf(image);

const valuesOf = (image: Image): Values =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, plain(value)]));

/** The value as the store's client would give it. Sets and binary values are never stored. */
function plain({ S, N, BOOL, L, M }: AttributeValue): unknown {
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (BOOL !== undefined) return BOOL;
  if (L !== undefined) return L.map(plain);
  return M === undefined ? null : valuesOf(M);
}
