/* In which form values come and go: the wire's, or that of the SDK's document client. */
import type { Item, Value } from "./values/value.ts";
import { type AttributeValue, fromWire, fromWireItem, toWireItem, type WireItem } from "./values/wire.ts";

export interface Codec {
  readItem: (raw: unknown) => Item;
  readValue: (raw: unknown) => Value;
  showItem: (item: Item) => unknown;
}

export const wireCodec: Codec = {
  readItem: (raw) => fromWireItem(raw as WireItem),
  readValue: (raw) => fromWire(raw as AttributeValue),
  showItem: toWireItem,
};
