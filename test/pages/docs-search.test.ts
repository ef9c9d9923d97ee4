/* What the search of the documentation page finds, for what people type: the best place first, and nothing rather than noise. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { origin, useBrowser, visit } from "./support/browser.ts";

useBrowser();

/** A question → the place that must come first. */
const firsts: Record<string, string> = {
  "rate limit": "guide-errors-and-limits-rate-limits",
  "rate-limit": "guide-errors-and-limits-rate-limits",
  "Rate limiting": "guide-errors-and-limits-rate-limits",
  "is there a rate limit?": "guide-errors-and-limits-rate-limits",
  "429": "guide-errors-and-limits-rate-limits",
  sdk: "guide-client",
  javascript: "guide-client",
  python: "guide-typed-clients-other-languages",
  golang: "guide-typed-clients-other-languages",
  "bulk delete": "guide-records-delete-and-bring-back",
  "how do I delete many records": "guide-records-delete-and-bring-back",
  "bulk update": "guide-records-change-several-records",
  batch: "guide-records-change-several-records",
  upsert: "guide-records-change-several-records",
  pagination: "guide-querying-pages",
  "next page": "guide-querying-pages",
  CORS: "guide-errors-and-limits-pages-of-other-origins",
  realtime: "guide-webhooks",
  websocket: "guide-webhooks",
  "webhook signature": "guide-webhooks-check-the-signature",
  "signature webhook": "guide-webhooks-check-the-signature",
  hmac: "guide-webhooks-check-the-signature",
  undo: "guide-records-undo",
  "csv import": "guide-csv-import-into-a-new-table",
  "import csv": "guide-csv-import-into-a-new-table",
  excel: "guide-csv",
  "api key": "guide-authentication-personal-access-tokens",
  token: "guide-authentication-personal-access-tokens",
  oauth: "guide-authentication-oauth-applications",
  idempotent: "guide-idempotency",
  retry: "guide-idempotency",
  filter: "guide-querying-filters",
  where: "guide-querying-filters",
  sort: "guide-querying-sorts",
  "order by": "guide-querying-sorts",
  "group by": "guide-querying-groups",
  formula: "guide-formulas",
  rollup: "guide-formulas-lookups-and-rollups",
  "attachments upload": "guide-attachments",
  "upload file": "guide-attachments",
  backup: "guide-backup",
  etag: "guide-records-change-a-record",
  "many to many": "guide-links-relationships",
  "required field": "guide-tables-and-fields-rules-for-cells",
  dropdown: "guide-tables-and-fields-options",
  openapi: "guide-typed-clients-a-client-of-the-document",
  cli: "guide-command",
  "command line": "guide-command",
  "public link": "guide-views-and-shares-share-a-view",
  // calls by their titles and names
  "list tables": "listTables",
  "get record": "getRecord",
  createRecords: "createRecords",
  "delete a webhook": "deleteWebhook",
  // functions of formulas, also those that are fillers elsewhere
  DATE_ADD: "guide-formulas-date_add",
  sum: "guide-formulas-sum",
  if: "guide-formulas-if",
  not: "guide-formulas-not",
  // typing errors, in names only
  filtres: "guide-querying-filters",
  paginaton: "guide-querying-pages",
  webook: "guide-webhooks",
};

const noise = [
  ...["banana", "kubernetes", "blockchain", "pizza", "asdfgh", "qwertz", "zzzzqq", "lorem ipsum"],
  ...["hello world", "football", "weather", "foo", "the", "of the", "cheap flights", "elephant", "redis"],
  ...["!!!", "🍌", "constructor", "__proto__", `${"x".repeat(100_000)} y`],
];

/** Question → ids of the places found, as the list under the box shows them. */
const find = (page: Page, questions: string[]) =>
  page.evaluate<Record<string, string[]>>(`(() => {
    const input = document.querySelector("#search");
    input.focus();
    return Object.fromEntries(${JSON.stringify(questions)}.map((question) => {
      input.value = question;
      input.dispatchEvent(new Event("input"));
      return [question, [...document.querySelectorAll("#found li")].map((item) => item.dataset.id)];
    }));
  })()`);

async function open() {
  const found = await visit({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  await found.page.goto(`${origin()}/docs`);
  return found;
}

test("what people type finds the place that answers it first", async () => {
  const { page, wrong, close } = await open();
  const found = await find(page, Object.keys(firsts));
  expect(Object.fromEntries(Object.entries(found).map(([question, [first]]) => [question, first]))).toEqual(
    firsts,
  );
  expect(wrong).toEqual([]);
  await close();
});

test("noise finds nothing, and the page says so", async () => {
  const { page, wrong, close } = await open();
  const found = await find(page, noise);
  expect(Object.entries(found).filter(([, places]) => places.length > 0)).toEqual([]);
  expect(await page.locator(".found-note").textContent()).toContain("Nothing on this page");
  expect(wrong).toEqual([]);
  await close();
});

test("each phrase of words.js leads to its place, which is on the page", async () => {
  const { page, close } = await open();
  const meanings = await page.evaluate<Record<string, string>>(
    'import("./docs/words.js").then(({ meanings }) => meanings)',
  );
  const gone = await page.evaluate<string[]>(
    `${JSON.stringify(Object.keys(meanings))}.filter((id) => !document.getElementById(id))`,
  );
  expect(gone).toEqual([]);
  const phrases = Object.entries(meanings).flatMap(([id, text]) =>
    text.split(", ").map((phrase) => ({ id, phrase })),
  );
  const found = await find(
    page,
    phrases.map(({ phrase }) => phrase),
  );
  expect(phrases.filter(({ id, phrase }) => found[phrase]?.[0] !== id)).toEqual([]);
  await close();
});
