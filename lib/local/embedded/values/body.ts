/*
 * An item as text, as it is stored in the file: JSON. A value that JSON does not have is an object with one member, whose name begins with
 * U+0000. For a text without that character, JSON.parse gives the item, and no value has to be converted.
 */

import { UnreadableItem } from "../errors.ts";
import { Decimal, formatNumber, type Numeric, parseNumber } from "./decimal.ts";
import { type Item, type SetType, setMember, type Value, type ValueMap, ValueSet } from "./value.ts";

const mark = "\u0000";
/** U+0000 as JSON writes it. */
const written = "\\u0000";

export const toBody = (item: Item): string => JSON.stringify(isPlainMap(item) ? item : escapeMap(item));

function isPlain(value: Value): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (value instanceof Uint8Array || value instanceof ValueSet || value instanceof Decimal) return false;
  return isPlainMap(value);
}

function isPlainMap(map: ValueMap): boolean {
  for (const name in map) if (name.startsWith(mark) || !isPlain(map[name] as Value)) return false;
  return true;
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

function escapeValue(value: Value): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(escapeValue);
  if (value instanceof Uint8Array) return { [`${mark}B`]: toBase64(value) };
  if (value instanceof Decimal) return { [`${mark}N`]: formatNumber(value) };
  if (value instanceof ValueSet) return escapeSet(value);
  return escapeMap(value);
}

function escapeSet({ type, members }: ValueSet): Json {
  const texts = members.map((member) =>
    type === "NS"
      ? formatNumber(member as Numeric)
      : type === "BS"
        ? toBase64(member as Uint8Array)
        : (member as string),
  );
  return { [mark + type]: texts };
}

/** A name that begins with U+0000 gets one more. */
function escapeMap(map: ValueMap): { [name: string]: Json } {
  const escaped: { [name: string]: Json } = {};
  for (const name in map)
    setMember(escaped, name.startsWith(mark) ? mark + name : name, escapeValue(map[name] as Value));
  return escaped;
}

export const isPlainBody = (body: string): boolean => !body.includes(written);

function parseBody(body: string): Json {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new UnreadableItem("the text of an item is not whole", { cause });
  }
}

/** Throws `UnreadableItem` for a text that the store does not write. */
export function fromBody(body: string): Item {
  const parsed = parseBody(body);
  return (isPlainBody(body) ? parsed : unescapeValue(parsed)) as Item;
}

function unescapeValue(json: Json): Value {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(unescapeValue);
  const names = Object.keys(json);
  const [only] = names;
  if (names.length === 1 && only?.startsWith(mark) && only[1] !== mark)
    return unescapeSpecial(only.slice(1), json[only] as string | string[]);
  const map: ValueMap = {};
  for (const name of names)
    setMember(map, name.startsWith(mark) ? name.slice(1) : name, unescapeValue(json[name] as Json));
  return map;
}

function unescapeSpecial(type: string, content: string | string[]): Value {
  if (type === "N") return parseNumber(content as string);
  if (type === "B") return fromBase64(content as string);
  const texts = content as string[];
  const members = type === "NS" ? texts.map(parseNumber) : type === "BS" ? texts.map(fromBase64) : texts;
  return new ValueSet(type as SetType, members);
}

const toBase64 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
