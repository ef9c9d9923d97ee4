/* The rows of the table in docs/design/cells.md. */
import { readCallCosts } from "./call-costs.ts";
import { type Growth, simulateGrowth } from "./cells-model.ts";

const inPage = [100_000, 10_000_000];

const whole = (value: number) => Math.round(value).toLocaleString("en");
const millions = (value: number) => `${whole(value / 1e6)} million`;
const thousands = (value: number) => `${value < 100 && value % 1 ? trim(value) : whole(value)} thousand USD`;
const trim = (value: number) => value.toFixed(1).replace(/\.0$/, "");

const rows: [title: string, shown: (growth: Growth) => string][] = [
  ["spaces", ({ spaces }) => whole(spaces)],
  ["records", ({ records }) => millions(records)],
  ["items", ({ items }) => millions(items)],
  ["stored", ({ terabytes }) => `${terabytes.toFixed(1)} TB`],
  ["partitions of DynamoDB", ({ partitions }) => whole(partitions)],
  ["calls a second, when most people work", ({ callsAtPeak }) => whole(callsAtPeak)],
  ["a month, calls with what follows", ({ monthly }) => thousands(monthly.calls)],
  ["a month, what is stored", ({ monthly }) => thousands(monthly.stored)],
  ["cells with the usual quotas", ({ cells }) => whole(cells.usual)],
  ["cells with raised quotas", ({ cells }) => whole(cells.raised)],
];

export function cellsTable(): string[] {
  const costs = readCallCosts();
  const found = inPage.map((bases) => simulateGrowth(bases, costs));
  return [
    `| | ${inPage.map((bases) => `${whole(bases)} bases`).join(" | ")} |`,
    `| --- |${" --- |".repeat(inPage.length)}`,
    ...rows.map(([title, shown]) => `| ${title} | ${found.map(shown).join(" | ")} |`),
  ];
}
