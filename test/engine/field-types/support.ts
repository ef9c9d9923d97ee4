/* People, a fixed time, and arbitrary values for the property tests. */
import fc from "fast-check";
import { findFieldType } from "#lib/engine/field-types/index";
import type { CellContext, FieldType, Person, StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { UserId } from "#lib/schemas/basics/ids";
import type { FileToken } from "#lib/schemas/records/attachment";

export const ann: Person = {
  id: "usrAnn0000000000000" as UserId,
  name: "Ann",
  email: "ann@example.com",
  avatar: "https://a.example/ann",
};
export const bob: Person = { id: "usrBob0000000000000" as UserId, name: "Bob" };
export const jane: Person = {
  id: "usrJane000000000000" as UserId,
  name: "Doe, Jane",
  email: "jane@example.com",
};
const everybody = [ann, bob, jane];

export const picture = {
  token: "Pict000000SecretSecret00" as FileToken,
  size: 9,
  mimetype: "image/png",
  width: 3,
  height: 2,
};
export const letter = { token: "Lett000000SecretSecret00" as FileToken, size: 7, mimetype: "text/plain" };
const named = { [picture.token]: "dot.png", [letter.token]: "Dear.txt" };

export const context: CellContext = {
  now: "2024-03-10T12:34:56.789Z",
  me: ann.id,
  people: {
    byId: (id) => everybody.find((person) => person.id === id),
    byText: (text) => everybody.find(({ name, email }) => name === text || email === text),
  },
  files: {
    byToken: (token) => [picture, letter].find((file) => file.token === token),
    byId(id) {
      const file = [picture, letter].find(({ token }) => token.slice(0, 10) === id.slice(3, 13));
      return file && { ...file, name: named[file.token] ?? "" };
    },
  },
  targetsOf: () => ({ byId: () => undefined, byTitle: () => undefined }),
  addressOf: ({ token, name }) => `https://files.example/${token}?${name}`,
  showEmails: true,
};

export function typeNamed(name: string): FieldType {
  const type = findFieldType(name);
  if (!type) throw new Error(`no field type ${name}`);
  return type;
}

/** A field of this type with these options as sent, and functions for its cells. */
export function aField(name: string, sent: unknown = {}) {
  const type = typeNamed(name);
  const options = type.options.parse(sent);
  return {
    options,
    initial: () => type.initialCell?.(options, context),
    read: (value: unknown) => type.read(value, options, context),
    typecast: (value: unknown) => type.typecast(value, options, context),
    json: (cell: StoredCell) => type.json(cell, options, context),
    text: (cell: StoredCell) => type.text(cell, options, context),
  };
}

export const formatting = (timeZone = "UTC", date = "YYYY-MM-DD", time = "None") => ({
  date,
  time,
  timeZone,
});

/** Any UTF-16 code units: also halves of surrogate pairs, and U+0000. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.stringMatching(/^[ ,"a.\n-]{0,9}$/),
);
/** A text that names something. */
export const choiceName = anyText.filter((text) => text.replaceAll("\0", "").trim() !== "");
/** Any number that the store holds. */
export const anyNumber = fc
  .double({ min: -9.99e125, max: 9.99e125, noNaN: true })
  .filter((n) => n === 0 || Math.abs(n) >= 1e-130);
/** Objects with any of these members. */
export const optional = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] });

const likely = fc.oneof(
  ...[
    anyText,
    choiceName,
    anyNumber,
    anyNumber.map(String),
    fc.constantFrom("now", "true", "false", "1e21", "50%", "-0"),
  ],
  ...[fc.date().map(String), fc.date({ noInvalidDate: true }).map((date) => date.toISOString())],
  fc.constantFrom("Jun 12 1998", "31/02/2020", "2024-03-31 02:30", "12:00", "Z", "Doe, Jane, Bob"),
  fc.constantFrom<unknown>(
    { token: picture.token, name: "a,b (c).png" },
    "actPict000000a1B2c3",
    ann.id,
    "Ann",
    { id: bob.id },
    { email: jane.email },
    { title: "Doe, Jane" },
    { id: null },
    { count: 3 },
  ),
  fc
    .constantFrom('{"__proto__":{"id":"Ann"}}', '{"__proto__":1,"toString":2,"toJSON":3}')
    .map((text) => JSON.parse(text)),
);

/** Any value that a request may hold for a cell, except null. */
export const anyValue: fc.Arbitrary<unknown> = fc
  .oneof(fc.jsonValue(), likely, fc.array(likely, { maxLength: 4 }))
  .filter((value) => value !== null);
