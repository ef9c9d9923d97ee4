/* The form of values in requests and answers: the wire's, or that of the SDK's document client. */
import type { Item, Value } from "./value.ts";
import { type AttributeValue, fromWire, fromWireItem, toWireItem, type WireItem } from "./wire.ts";

export interface Codec {
  readItem: (raw: unknown) => Item;
  readValue: (raw: unknown) => Value;
  /** `plain`: all values of the item are values of JSON, and the item was made for this answer. */
  showItem: (item: Item, plain?: boolean) => unknown;
}

export const wireCodec: Codec = {
  readItem: (raw) => fromWireItem(raw as WireItem),
  readValue: (raw) => fromWire(raw as AttributeValue),
  showItem: (item) => toWireItem(item),
};
