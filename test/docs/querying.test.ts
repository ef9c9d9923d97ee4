/* The query language as the guide shows it: every example is asked as it stands, of the table that stands above it. */
import { beforeAll, expect, test } from "vitest";
import { aSheet, field } from "#test/functions/record/support/records";
import { blocksOf, readDocument } from "./support/documents.ts";

const page = readDocument("docs/guide/querying.md");
const block = blocksOf(page).find(({ language }) => language === "query");
const examples = [...(block?.code ?? "").matchAll(/^(.+)\n→ (.+)$/gm)].map(([, query = "", answer = ""]) => ({
  query,
  answer,
}));

const cells = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

const day = { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" } };
const choices = ["Horror", "Crime", "Family"].map((name) => ({ name }));
const columns: Record<string, object> = {
  Title: field("Title", "singleLineText"),
  Genre: field("Genre", "singleSelect", { options: { choices } }),
  Rating: field("Rating", "number", { options: { formatting: { type: "decimal", precision: 1 } } }),
  Released: field("Released", "date", { options: day }),
  Gross: field("Gross", "number"),
  Seen: field("Seen", "checkbox"),
};

let sheet: Awaited<ReturnType<typeof aSheet>>;

beforeAll(async () => {
  const [head = "", , ...lines] =
    page.slice(page.indexOf("| Title |")).split("\n\n", 1)[0]?.split("\n") ?? [];
  const names = cells(head);
  sheet = await aSheet({ fields: names.map((name) => columns[name]) });
  const records = lines.map((line) =>
    Object.fromEntries(
      cells(line).map((cell, i) => [names[i], cell === "" ? null : cell === "yes" ? true : cell]),
    ),
  );
  expect(records).toHaveLength(6);
  expect((await sheet.create(records, { typecast: true })).status).toBe(201);
});

test("there are examples", () => expect(examples.length).toBeGreaterThan(5));

test.each(examples)("$query", async ({ query, answer }) => {
  const sent = query.replaceAll(/=([[{].*?)(?=&|$)/g, (_, json) => `=${encodeURIComponent(json)}`);
  const { status, body } = await sheet.list(sent);
  expect({ status, titles: body.records?.map(({ name }: { name: string }) => name) }).toEqual({
    status: 200,
    titles: answer.split(", "),
  });
});
