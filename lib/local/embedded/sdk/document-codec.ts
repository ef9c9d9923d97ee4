/*
 * Values in the form of the SDK's document client, by its options. @aws-sdk/util-dynamodb converts them to the wire's form and back; this
 * does it in one step. Most values are kept as they are; with `wrapNumbers: Number` an item that has only values of JSON needs no
 * conversion at all. The SDK's own functions convert the rare values.
 */
import type { TranslateConfig } from "@aws-sdk/lib-dynamodb";
import { convertToAttr, convertToNative } from "@aws-sdk/util-dynamodb";
import type { Codec } from "../values/codec.ts";
import { checkNumber, Decimal, formatNumber, type Numeric } from "../values/decimal.ts";
import { type Item, type Scalar, setMember, type Value, ValueSet } from "../values/value.ts";
import { type AttributeValue, asText, fromWire } from "../values/wire.ts";

type Native = unknown;

export function makeDocumentCodec({ marshallOptions = {}, unmarshallOptions = {} }: TranslateConfig): Codec {
  const { removeUndefinedValues, allowImpreciseNumbers, convertEmptyValues } = marshallOptions;
  const { wrapNumbers } = unmarshallOptions;

  function readValue(raw: Native): Value {
    if (convertEmptyValues) return readSeldom(raw);
    switch (typeof raw) {
      case "string":
        return asText(raw);
      case "boolean":
        return raw;
      case "number":
        return allowImpreciseNumbers || Math.abs(raw) <= Number.MAX_SAFE_INTEGER
          ? checkNumber(raw)
          : readSeldom(raw);
      case "object":
        if (raw === null) return null;
        if (Array.isArray(raw)) return raw.filter(isKept).map(readValue);
        if (raw instanceof Uint8Array) return raw;
        if (isPlainObject(raw)) return readMap(raw);
    }
    return readSeldom(raw);
  }

  const readSeldom = (raw: Native): Value =>
    fromWire(convertToAttr(raw as never, marshallOptions) as AttributeValue);

  const isKept = (value: Native): boolean =>
    typeof value !== "function" && !(value === undefined && removeUndefinedValues);

  function readMap(raw: { [name: string]: Native }): Item {
    const map: Item = {};
    for (const name in raw) if (isKept(raw[name])) setMember(map, asText(name), readValue(raw[name]));
    return map;
  }

  /** At the top level of an item, the SDK always leaves out undefined attributes. */
  function readItem(raw: Native): Item {
    const item: Item = {};
    for (const [name, value] of Object.entries(raw as object))
      if (value !== undefined && typeof value !== "function") setMember(item, asText(name), readValue(value));
    return item;
  }

  const showItem = (item: Item, plain = false): unknown =>
    plain && wrapNumbers === Number ? item : showMap(item);

  function showMap(map: Item): { [name: string]: Native } {
    const shown: { [name: string]: Native } = {};
    for (const name in map) setMember(shown, name, show(map[name] as Value));
    return shown;
  }

  function show(value: Value): Native {
    if (typeof value === "number") return showNumber(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(show);
    if (value instanceof Decimal) return showNumber(value);
    if (value instanceof ValueSet) return new Set(value.members.map((member: Scalar) => show(member)));
    return value instanceof Uint8Array ? value : showMap(value as Item);
  }

  function showNumber(number: Numeric): Native {
    if (
      typeof number === "number" &&
      (wrapNumbers === Number || (!wrapNumbers && Math.abs(number) <= Number.MAX_SAFE_INTEGER))
    )
      return number;
    return convertToNative({ N: formatNumber(number) }, unmarshallOptions);
  }

  return { readItem, readValue, showItem };
}

function isPlainObject(value: object): value is { [name: string]: Native } {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
