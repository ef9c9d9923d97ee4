/*
 * Parallel scans: each reads the partitions whose keys fall into its segment. There is no index by segment, so each scan passes over the
 * whole table. This is for tools and tests; Gridless itself does not scan in parallel.
 */
import { crc32 } from "node:zlib";
import { ValidationError } from "../errors.ts";
import type { TableDefinition } from "../storage/tables.ts";
import { toKeyColumn } from "../values/key-value.ts";
import type { Item, Scalar } from "../values/value.ts";
import type { Input } from "./context.ts";
import { invalidMember } from "./parameters.ts";

interface Segment {
  index: number;
  total: number;
}

const mostSegments = 1_000_000;

export function readSegment({ Segment, TotalSegments }: Input): Segment | undefined {
  const index = Segment as number | undefined;
  const total = TotalSegments as number | undefined;
  const shouldBe = (parameter: string, value: number, bound: string) =>
    invalidMember(value, parameter, `Member must have value ${bound}`);
  if (index !== undefined && !(index >= 0)) throw shouldBe("Segment", index, "greater than or equal to 0");
  if (total !== undefined && !(total >= 1))
    throw shouldBe("TotalSegments", total, "greater than or equal to 1");
  if (total !== undefined && total > mostSegments)
    throw shouldBe("TotalSegments", total, `less than or equal to ${mostSegments}`);
  if (index === undefined && total === undefined) return undefined;
  if (total === undefined)
    throw new ValidationError(
      "The TotalSegments parameter is required but was not present in the request when Segment parameter is present",
    );
  if (index === undefined)
    throw new ValidationError(
      "The Segment parameter is required but was not present in the request when parameter TotalSegments is present",
    );
  if (index >= total)
    throw new ValidationError(
      `The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: ${index} is not less than TotalSegments: ${total}`,
    );
  return { index, total };
}

export const segmentFilter =
  ({ index, total }: Segment, { partitionKey }: TableDefinition) =>
  (item: Item): boolean =>
    crc32(toKeyColumn(item[partitionKey.name] as Scalar)) % total === index;
