/* Which bases and tables a text finds. */
import { expect, test } from "vitest";
import { findPlaces, type GoToPlace } from "#lib/web/browser/go-to/find-places";

const place = (name: string, within?: string): GoToPlace => ({
  name,
  address: `/app/${name}`,
  ...(within !== undefined && { within }),
});
const places = [
  place("Sales"),
  place("Plans"),
  place("Old sales", "Archive"),
  place("Resales", "Plans"),
  place("Contacts", "Sales"),
];
const find = (query: string) => findPlaces(places, query).map(({ name }) => name);

test("names that begin with the text come first, then those with a word that does, then others", () => {
  expect(find("sales")).toEqual(["Sales", "Old sales", "Resales", "Contacts"]);
  expect(find("SAL plan")).toEqual(["Resales"]);
  expect(find("con sales")).toEqual(["Contacts"]);
  expect(find("x")).toEqual([]);
});

test("without a text all are there, in their order, and no list is endless", () => {
  expect(find("  ")).toEqual(places.map(({ name }) => name));
  const many = Array.from({ length: 100 }, (_, i) => place(`Table ${i}`));
  expect(findPlaces(many, "table")).toEqual(many.slice(0, 30));
});
