/* Values in the shape of DynamoDB's wire: {"S": "text"}, {"N": "1"}, {"M": {…}}; a binary is a Uint8Array, or base64 as in JSON. */
import { StoreError, ValidationError } from "../errors.ts";
import { Decimal, formatNumber, type Numeric, parseNumber } from "./decimal.ts";
import { makeSet } from "./set-members.ts";
import { type Item, setMember, type Value, type ValueMap, ValueSet } from "./value.ts";

export interface AttributeValue {
  S?: string;
  N?: string;
  B?: Uint8Array;
  BOOL?: boolean;
  NULL?: boolean;
  L?: AttributeValue[];
  M?: { [name: string]: AttributeValue };
  SS?: string[];
  NS?: string[];
  BS?: Uint8Array[];
}

export type WireItem = { [name: string]: AttributeValue };

export function fromWireItem(wire: WireItem): Item {
  const item: Item = {};
  for (const name in wire) setMember(item, name, fromWire(wire[name] as AttributeValue));
  return item;
}

export function fromWire(wire: AttributeValue): Value {
  let type: string | undefined;
  for (const name in wire) {
    if (wire[name as keyof AttributeValue] === undefined) continue;
    if (type !== undefined)
      throw new ValidationError(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
      );
    type = name;
  }
  switch (type) {
    case "S":
      return asText(wire.S as string);
    case "N":
      return asNumber(wire.N);
    case "B":
      return asBytes(wire.B as Uint8Array | string);
    case "BOOL":
      if (typeof wire.BOOL !== "boolean") throw wrongForm(type);
      return wire.BOOL;
    case "NULL":
      // DynamoDB takes false too, and keeps it as true
      if (typeof wire.NULL !== "boolean") throw wrongForm(type);
      return null;
    case "L":
      return (wire.L as AttributeValue[]).map(fromWire);
    case "M":
      return fromWireItem(wire.M as WireItem);
    case "SS":
      return makeSet("SS", (wire.SS as string[]).map(asText));
    case "NS":
      return makeSet("NS", (wire.NS as string[]).map(asNumber));
    case "BS":
      return makeSet("BS", (wire.BS as (Uint8Array | string)[]).map(asBytes));
  }
  throw new ValidationError(
    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
  );
}

const wrongForm = (type: string) =>
  new StoreError("SerializationException", `The value of ${type} has a wrong type`);

function notText(value: unknown): StoreError {
  const token = typeof value === "number" ? "NUMBER_VALUE" : `${String(value).toUpperCase()}_VALUE`;
  return new StoreError(
    "SerializationException",
    typeof value === "object" && value !== null
      ? "Start of structure or map found where not expected"
      : `${token} cannot be converted to String`,
  );
}

function asNumber(text: unknown): Numeric {
  if (typeof text !== "string") throw notText(text);
  return parseNumber(text);
}

const asBytes = (bytes: Uint8Array | string): Uint8Array =>
  typeof bytes === "string" ? new Uint8Array(Buffer.from(bytes, "base64")) : bytes;

/** Half of a surrogate pair cannot be written in UTF-8. It becomes U+FFFD, as it would on a network. */
export function asText(text: string): string {
  if (typeof text !== "string") throw notText(text);
  return text.isWellFormed() ? text : text.toWellFormed();
}

export function toWireItem(item: Item): WireItem {
  const wire: WireItem = {};
  for (const name in item) setMember(wire, name, toWire(item[name] as Value));
  return wire;
}

export function toWire(value: Value): AttributeValue {
  switch (typeof value) {
    case "string":
      return { S: value };
    case "number":
      return { N: formatNumber(value) };
    case "boolean":
      return { BOOL: value };
  }
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(toWire) };
  if (value instanceof Uint8Array) return { B: value };
  if (value instanceof Decimal) return { N: formatNumber(value) };
  if (value instanceof ValueSet) return setToWire(value);
  return { M: toWireItem(value as ValueMap) };
}

function setToWire({ type, members }: ValueSet): AttributeValue {
  if (type === "SS") return { SS: members as string[] };
  if (type === "BS") return { BS: members as Uint8Array[] };
  return { NS: (members as Numeric[]).map(formatNumber) };
}
