/*
 * A reader of the stream beside the dispatcher: for what only the stream still knows, how items were before. A stream takes two
 * readers. It may be told the same twice; what it throws at comes again, in ever smaller parts.
 */
import type { AttributeValue, DynamoDBBatchResponse, DynamoDBStreamEvent } from "aws-lambda";
import { type Image, imagesIn } from "./visible-change.ts";

export interface ReaderDefinition {
  summary: string;
  /** It hears of items whose partition keys begin with one of these, when they are changed or removed. */
  partitions: readonly string[];
}

export interface StreamReader {
  (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse>;
  reader: ReaderDefinition;
}

/** An item before, and after unless it was removed. */
export interface Passed {
  before: Values;
  after?: Values;
  /** Of an item that was removed, what lies in its place for whoever reads the stream. */
  left?: Values;
}
export type Values = Record<string, unknown>;

export function streamReader(
  reader: ReaderDefinition,
  handle: (passed: Passed[]) => Promise<void>,
): StreamReader {
  async function read({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
    const passed = Records.flatMap((record) => {
      const { before, after } = imagesIn(record);
      const pk = before?.["pk"]?.S;
      if (!before || !pk || !reader.partitions.some((start) => pk.startsWith(start))) return [];
      const left = after ? undefined : record.dynamodb?.NewImage;
      return [
        {
          before: shown(before),
          ...(after && { after: shown(after) }),
          ...(left && { left: valuesOf(left as Image) }),
        },
      ];
    });
    if (passed.length > 0) await handle(passed);
    return { batchItemFailures: [] };
  }
  return Object.assign(read, { reader });
}

/** Without what a staged commit intends with it. */
const shown = ({ commit: _, next: __, ...image }: Image): Values => valuesOf(image);

const valuesOf = (image: Image): Values =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, plain(value)]));

/** What the store's client would give; sets and bytes are stored nowhere. */
function plain({ S, N, BOOL, L, M }: AttributeValue): unknown {
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (BOOL !== undefined) return BOOL;
  if (L !== undefined) return L.map(plain);
  return M === undefined ? null : valuesOf(M);
}
