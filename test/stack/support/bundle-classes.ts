/* The two classes of functions, and what each may weigh at a cold start (house.md §5). */

export interface BundleClass {
  name: string;
  mostBytes: number;
  /** The time to load, as a multiple of that of the bare client of DynamoDB. */
  mostTimesBare: number;
}

const onRecords: BundleClass = { name: "a call on records", mostBytes: 400_000, mostTimesBare: 1.18 };
const other: BundleClass = { name: "any other function", mostBytes: 700_000, mostTimesBare: 1.5 };

export const bundleClasses = [onRecords, other];

/** Their calls read or write records, which is what people wait for. */
const areasOfRecords = ["aggregation", "comment", "mcp", "record", "selection", "share"];

/** Pages for people that share a function are of the second class, whatever they show. */
export const bundleClassOf = (area: string, isGroup: boolean): BundleClass =>
  areasOfRecords.includes(area) && !isGroup ? onRecords : other;
