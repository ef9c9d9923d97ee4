/* Statistics as texts. */
import { expect, test } from "vitest";
import { chosenStatistic, statisticText } from "#lib/web/browser/summary/statistics";

type Field = Parameters<typeof chosenStatistic>[0];
const number = {
  ...{ type: "number", cellValueType: "number" },
  options: { formatting: { type: "decimal", precision: 2 } },
} as unknown as Field;

test("a value is written as its field writes it, a share with a sign, and sizes with units", () => {
  const text = (name: Parameters<typeof statisticText>[1], value: number | null) =>
    statisticText(number, name, value);
  expect(text("sum", 12.5)).toBe("12.50");
  expect(text("average", 1 / 3)).toBe("0.33");
  expect(text("count", 1200)).toBe("1200");
  expect(text("percentFilled", 66.6666)).toBe("66.7%");
  expect(text("dateRangeOfDays", 1)).toBe("1 day");
  expect(text("dateRangeOfMonths", 3)).toBe("3 months");
  expect(text("totalAttachmentSize", 0)).toBe("0 B");
  expect(text("totalAttachmentSize", 1_250_000)).toBe("1.3 MB");
  expect(text("max", null)).toBe("–");
});

test("a statistic that the type of the field has no longer is none", () => {
  expect(chosenStatistic(number, "sum")).toBe("sum");
  expect(chosenStatistic(number, "checked")).toBeUndefined();
  expect(chosenStatistic(number, null)).toBeUndefined();
});
