import { describe, expect, test } from "vitest";
import { aField, formatting } from "./support.ts";

describe("every date preset with every time format can be read as it is shown", () => {
  // 09:05 and 21:05 in New York, before and after the clocks went forward
  const instants = ["2024-03-09T14:05:00.000Z", "2024-03-13T01:05:00.000Z"];
  const presets: [date: string, shown: [string, string], wholeDay: boolean][] = [
    ["M/D/YYYY", ["3/9/2024", "3/12/2024"], true],
    ["D/M/YYYY", ["9/3/2024", "12/3/2024"], true],
    ["YYYY/MM/DD", ["2024/03/09", "2024/03/12"], true],
    ["YYYY-MM-DD", ["2024-03-09", "2024-03-12"], true],
    ["MM-DD", ["03-09", "03-12"], true],
    ["DD", ["09", "12"], true],
    ["YYYY-MM", ["2024-03", "2024-03"], false],
    ["YYYY", ["2024", "2024"], false],
    ["MM", ["03", "03"], false],
  ];
  const times: [time: string, shown: [string, string]][] = [
    ["None", ["", ""]],
    ["HH:mm", [" 09:05", " 21:05"]],
    ["hh:mm A", [" 09:05 AM", " 09:05 PM"]],
  ];
  const all = presets.flatMap((preset) => times.map((time) => [preset, time] as const));

  test.each(all)("%j %j", ([date, dates, wholeDay], [time, clocks]) => {
    const field = aField("date", { formatting: formatting("America/New_York", date, time) });
    for (const [i, instant] of instants.entries()) {
      const text = `${dates[i]}${clocks[i]}`;
      expect(field.text(instant)).toBe(text);
      const cell = field.typecast(text);
      expect(typeof cell === "string" && field.text(cell)).toBe(text);
      if (wholeDay && time !== "None") expect(cell).toBe(instant);
    }
  });

  test.each([
    ["12:00 AM", "05:00:00.000Z"],
    ["12:30 am", "05:30:00.000Z"],
    ["12:00 PM", "17:00:00.000Z"],
    ["0:30 PM", "17:30:00.000Z"],
    ["1:05 p.m.", "18:05:00.000Z"],
    ["13:05 PM", "18:05:00.000Z"],
  ])("hh:mm A: %s", (clock, instant) => {
    const field = aField("date", { formatting: formatting("America/New_York", "M/D/YYYY", "hh:mm A") });
    expect(field.read(`1/31/2024 ${clock}`)).toBe(`2024-01-31T${instant}`);
  });
});
