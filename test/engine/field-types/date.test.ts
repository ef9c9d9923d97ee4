import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "#lib/engine/field-types/shared/field-type";
import { aField, context, formatting } from "./support.ts";

const dates = (timeZone?: string, date?: string, time?: string) =>
  aField("date", { formatting: formatting(timeZone, date, time) });

describe("read", () => {
  test.each([
    ["2020-01-02T03:04:05.678Z", "2020-01-02T03:04:05.678Z"],
    ["2020-01-02T03:04:05Z", "2020-01-02T03:04:05.000Z"],
    ["2020-01-02T03:04:05.6789012Z", "2020-01-02T03:04:05.678Z"],
    ["2020-01-02T03:04:05.5+05:30", "2020-01-01T21:34:05.500Z"],
    ["2020-01-02T03:04-0800", "2020-01-02T11:04:00.000Z"],
    ["2020-01-02t03:04z", "2020-01-02T03:04:00.000Z"],
    ["2020-01-02", "2020-01-01T23:00:00.000Z"],
    ["2020-07-02", "2020-07-01T22:00:00.000Z"],
    [" 2020-01-02 03:04 ", "2020-01-02T02:04:00.000Z"],
    ["2020-01-02T03:04:05", "2020-01-02T02:04:05.000Z"],
    ["0001-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("ISO %s, in Berlin if it has no offset", (text, cell) => {
    expect(dates("Europe/Berlin").read(text)).toBe(cell);
    expect(dates("Europe/Berlin", "D/M/YYYY", "HH:mm").read(text)).toBe(cell);
    expect(dates("Europe/Berlin").typecast(text)).toBe(cell);
  });

  test.each([
    ["D/M/YYYY", "31/12/2020", "2020-12-31T00:00:00.000Z"],
    ["D/M/YYYY", "1.2.2020 13:14", "2020-02-01T13:14:00.000Z"],
    ["M/D/YYYY", "1/2/2020 1:14 pm", "2020-01-02T13:14:00.000Z"],
    ["M/D/YYYY", "1/2/2020 12:00 AM", "2020-01-02T00:00:00.000Z"],
    ["YYYY-MM", "2020-02", "2020-02-01T00:00:00.000Z"],
    ["YYYY", "1998", "1998-01-01T00:00:00.000Z"],
    ["MM-DD", "05-06", "2024-05-06T00:00:00.000Z"],
    ["MM", "05", "2024-05-01T00:00:00.000Z"],
    ["DD", "05", "2024-03-05T00:00:00.000Z"],
    ["dddd, D. MMMM YYYY", "Friday, 12. June 1998", "1998-06-12T00:00:00.000Z"],
    ["YYYY年MM月DD日", "2020年1月2日", "2020-01-02T00:00:00.000Z"],
    ["[on] D.M.YY [at] HH[h]mm", "on 1.2.20 at 03h04", "2020-02-01T03:04:00.000Z"],
    ["YYYY-MM-DD HH:mm Z", "2020-01-02 03:04 -05:00", "2020-01-02T08:04:00.000Z"],
    ["YYYY-DD-MM", "2020-05-06", "2020-05-06T00:00:00.000Z"],
  ])("by the pattern %s: %s", (pattern, text, cell) => {
    expect(dates("UTC", pattern).read(text)).toBe(cell);
    expect(dates("UTC", pattern).typecast(text)).toBe(cell);
  });

  test.each<unknown>([
    "tomorrow",
    "2026",
    5,
    "soon",
    "2020-13-01",
    "2020-02-30",
    "2020-01-01T24:01Z",
    "2020-01-01T10:00+24:00",
    true,
    [],
    {},
  ])("%j is not a date, which is an error", (value) => expect(dates().read(value)).toBeInstanceOf(Refusal));

  test("the error shows the value and the field's pattern; blank text is an empty cell", () => {
    expect(dates("UTC", "D/M/YYYY").read("tomorrow")).toEqual(
      new Refusal(
        '"tomorrow" is not a date, such as 2026-01-31 or 2026-01-31T12:00:00.000Z, and not as the field shows it (D/M/YYYY)',
      ),
    );
    for (const value of ["", " "]) expect(dates().read(value)).toBeUndefined();
  });
});

describe("typecast", () => {
  test.each<[unknown, string | undefined]>([
    ["now", context.now],
    [0, "1970-01-01T00:00:00.000Z"],
    [1577934245678.9, "2020-01-02T03:04:05.678Z"],
    [-62167219200000, "0000-01-01T00:00:00.000Z"],
    [-62167219200001, undefined],
    [253402300799999, "9999-12-31T23:59:59.999Z"],
    [253402300800000, undefined],
    [1e300, undefined],
    [true, undefined],
    [["2020-01-02"], undefined],
    ["0000-01-01T00:00+01:00", undefined],
    ["+002020-01-01T00:00:00Z", undefined],
    ["2020-01-02".padEnd(1000, " x"), undefined],
  ])("%j, only with typecast", (value, cell) => {
    expect(dates().typecast(value)).toEqual(cell ?? expect.any(Refusal));
    expect(dates().read(value)).toBeInstanceOf(Refusal);
  });

  test.each([
    ...[
      "Jun 12 1998",
      "june 12, 1998",
      "Jun. 12th, 1998",
      "12 Jun 1998",
      "12-Jun-98",
      "12 June 98",
      "1998/6/12",
      "1998-6-12",
    ],
    ...["1998 Jun 12", "19980612", "Fri, 12 Jun 1998", "Friday June 12 1998", "1998.06.12"],
    ...[
      "Fri Jun 12 1998 04:00:00 GMT+0000 (Coordinated Universal Time)",
      "Fri, 12 Jun 1998 04:00:00 GMT",
      "Jun 12 1998 at 12:00 AM",
    ],
  ])("as people write it: %s, in New York", (text) => {
    expect(dates("America/New_York").typecast(text)).toBe("1998-06-12T04:00:00.000Z");
  });

  test.each([
    "Feb 30 2020",
    "31/02/2020",
    "2/30/2020",
    "Jun 0 2020",
    "0/1/2020",
    "Foo 12 1998",
    "Jun 12 1998 25:00",
    "12",
    "12.5",
    "Ju 1 2020",
  ])("%s is not a date", (text) => {
    expect(dates().typecast(text)).toBeInstanceOf(Refusal);
    expect(dates("UTC", "D/M/YYYY").typecast(text)).toBeInstanceOf(Refusal);
  });

  test("an ambiguous day and month follow the field; if it says nothing, they are refused with both readings", () => {
    expect(dates("UTC", "DD.MM.YYYY").typecast("3/4/20")).toBe("2020-04-03T00:00:00.000Z");
    expect(dates("UTC", "MMM D, YYYY").typecast("3/4/20")).toBe("2020-03-04T00:00:00.000Z");
    expect(dates("UTC", "D/M/YYYY").typecast("12/31/2020")).toBeInstanceOf(Refusal);
    expect(dates("UTC", "YYYY-MM-DD").typecast("3/4/20")).toEqual(
      new Refusal('"3/4/20" can be 2020-04-03 or 2020-03-04: write the one that is meant'),
    );
    expect(dates("UTC", "YYYY-MM-DD").typecast("24-04-03")).toEqual(
      new Refusal('"24-04-03" can be 2024-04-03 or 2003-04-24: write the one that is meant'),
    );
    expect(dates("UTC", "YYYY-MM-DD").typecast("31/12/2020")).toBe("2020-12-31T00:00:00.000Z");
    expect(dates("UTC", "YYYY-MM-DD").typecast("4/4/2020")).toBe("2020-04-04T00:00:00.000Z");
  });

  test.each(["YYYY-MM-DD", "M/D/YYYY", "D/M/YYYY", "YYYY/MM/DD", "MMM D, YYYY"])(
    "dates with points are day first, also in a field %s",
    (pattern) => {
      const field = dates("UTC", pattern);
      for (const text of ["03.04.2024", "3.4.24", "3. 4. 2024", "３.４.２０２４"])
        expect([text, field.typecast(text)]).toEqual([text, "2024-04-03T00:00:00.000Z"]);
      expect(field.typecast("31.12.2024")).toBe("2024-12-31T00:00:00.000Z");
      expect(field.typecast("12.31.2024")).toBeInstanceOf(Refusal);
    },
  );

  test("a pattern with the month first and points is read as it is shown", () => {
    expect(dates("UTC", "M.D.YYYY").typecast("4.3.2024")).toBe("2024-04-03T00:00:00.000Z");
  });
});

describe("when clocks change", () => {
  test.each([
    ["Europe/Berlin", "2024-03-31 01:59", "2024-03-31T00:59:00.000Z"],
    ["Europe/Berlin", "2024-03-31 02:30", "2024-03-31T01:30:00.000Z"], // skipped: 03:30
    ["Europe/Berlin", "2024-03-31 03:00", "2024-03-31T01:00:00.000Z"],
    ["Europe/Berlin", "2024-10-27 01:59", "2024-10-26T23:59:00.000Z"],
    ["Europe/Berlin", "2024-10-27 02:30", "2024-10-27T00:30:00.000Z"], // twice: the first
    ["Europe/Berlin", "2024-10-27 03:00", "2024-10-27T02:00:00.000Z"],
    ["America/New_York", "2024-03-10 02:30", "2024-03-10T07:30:00.000Z"],
    ["America/New_York", "2024-11-03 01:30", "2024-11-03T05:30:00.000Z"],
    ["America/New_York", "2024-11-03 02:00", "2024-11-03T07:00:00.000Z"],
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"], // no midnight on that day
    ["Asia/Kolkata", "2024-03-31 02:30", "2024-03-30T21:00:00.000Z"],
    ["Pacific/Apia", "2011-12-29 12:00", "2011-12-29T22:00:00.000Z"],
    ["Pacific/Apia", "2011-12-30 12:00", "2011-12-30T22:00:00.000Z"], // a skipped day: the 31st
    ["Pacific/Apia", "2011-12-31 12:00", "2011-12-30T22:00:00.000Z"],
  ])("%s %s", (zone, text, cell) => expect(dates(zone).read(text)).toBe(cell));
});

describe("text", () => {
  const cell = "2024-01-31T23:05:06.007Z";

  test.each([
    ["UTC", "YYYY-MM-DD", "None", "2024-01-31"],
    ["Europe/Berlin", "YYYY-MM-DD", "None", "2024-02-01"],
    ["Europe/Berlin", "D/M/YYYY", "HH:mm", "1/2/2024 00:05"],
    ["America/New_York", "M/D/YYYY", "hh:mm A", "1/31/2024 06:05 PM"],
    ["Asia/Kolkata", "dddd, MMMM D [Z] YY Z ZZ", "None", "Thursday, February 1 Z 24 +05:30 +0530"],
    ["America/New_York", "Z", "None", "-05:00"],
  ])("%s %s %s", (zone, date, time, text) => expect(dates(zone, date, time).text(cell)).toBe(text));

  test("in the year 98 and before", () => {
    expect(dates().text("0098-01-02T00:00:00.000Z")).toBe("0098-01-02");
    expect(dates().read("0098-01-02")).toBe("0098-01-02T00:00:00.000Z");
    expect(dates("America/New_York").text("1800-01-01T12:00:00.000Z")).toBe("1800-01-01");
  });

  const anyDate = fc.date({ min: new Date("0002-01-01"), max: new Date("9998-12-31"), noInvalidDate: true });
  const anyZone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const anyPattern = fc.constantFrom(
    "YYYY-MM-DD",
    "M/D/YYYY",
    "D/M/YYYY",
    "MMMM D, YYYY",
    "ddd D MMM YYYY",
    "YYYYMMDD",
  );

  test("can be read, and gives the same text again", () => {
    fc.assert(
      fc.property(
        anyDate,
        anyZone,
        anyPattern,
        fc.constantFrom("HH:mm", "hh:mm A"),
        (date, zone, pattern, time) => {
          const field = dates(zone, pattern, time);
          const text = field.text(date.toISOString());
          const cell = field.read(text);
          expect(typeof cell === "string" && field.text(cell)).toBe(text);
        },
      ),
    );
  });

  test("shows the same time as Intl", () => {
    fc.assert(
      fc.property(anyDate, anyZone, (date, timeZone) => {
        const parts = new Intl.DateTimeFormat("en-US", {
          timeZone,
          month: "numeric",
          day: "numeric",
          hour: "numeric",
          minute: "numeric",
          hourCycle: "h23",
        });
        const [month, day, hour, minute] = (parts.format(date).match(/\d+/g) ?? []).map(Number);
        const shown = dates(timeZone, "M D", "HH:mm").text(date.toISOString()).match(/\d+/g)?.map(Number);
        // before 1582, Intl uses the Julian calendar
        if (date.getUTCFullYear() > 1582) expect(shown).toEqual([month, day, hour, minute]);
      }),
    );
  });
});

describe("a weekday", () => {
  test.each([
    ["Wed, 3 Apr 2024", "2024-04-03T00:00:00.000Z"],
    ["wednesday April 3, 2024 10:00", "2024-04-03T10:00:00.000Z"],
    ["Wed Apr 03 2024 23:00:00 GMT-0500", "2024-04-04T04:00:00.000Z"],
    ["Wed, 2024-04-03", "2024-04-03T00:00:00.000Z"],
    ["Wed, 03/04/2024", "2024-04-03T00:00:00.000Z"],
    ["Mon, 03/04/2024", "2024-03-04T00:00:00.000Z"],
  ])("that the date has may stand ahead of it, and decides which number is the day: %s", (text, cell) => {
    expect(dates("UTC").typecast(text)).toBe(cell);
  });

  test.each(["Thu, 3 Apr 2024", "Thu Apr 03 2024 23:00:00 GMT-0500", "Thu, 2024-04-03", "Fri, 03/04/2024"])(
    "that the date does not have is refused: %s",
    (text) => {
      expect(dates("UTC").typecast(text)).toBeInstanceOf(Refusal);
    },
  );

  test("of the pattern of the field is one, and that of the date", () => {
    const field = dates("UTC", "dddd, D. MMMM YYYY");
    for (const name of ["Friday", "FRI", "fr"])
      expect(field.read(`${name}, 12. June 1998`)).toBe("1998-06-12T00:00:00.000Z");
    for (const name of ["Thursday", "banana", "f"])
      expect(field.typecast(`${name}, 12. June 1998`)).toBeInstanceOf(Refusal);
    expect(dates("UTC", "dddd").typecast("Friday")).toBeInstanceOf(Refusal);
  });
});

test("every pattern rejects a text that does not match", () => {
  // how many steps that takes: test/load/growth.test.ts
  for (const pattern of [
    "D".repeat(100),
    "M".repeat(100),
    "MMMddd".repeat(16),
    "A".repeat(100),
    "-.".repeat(50),
    "[a]".repeat(33),
  ])
    for (const text of [
      "1".repeat(199),
      "a".repeat(199),
      "-".repeat(199),
      " ".repeat(100_000),
      "1 ".repeat(99),
    ])
      expect(dates("UTC", pattern).typecast(`${text}!`)).toBeInstanceOf(Refusal);
});

test("long white space may stand between a date and its time, and nothing else behind a date", () => {
  const field = dates("UTC", "D/M/YYYY");
  expect(field.read(`1${" ".repeat(195)}x`)).toBeInstanceOf(Refusal);
  expect(field.read(`1/2/2026${" ".repeat(90)}at${" ".repeat(90)}3:04`)).toBe("2026-02-01T03:04:00.000Z");
});

describe("options", () => {
  test.each([
    {},
    { formatting: { date: "YYYY", time: "None" } },
    { formatting: formatting("Mars/Olympus") },
    { formatting: formatting("+02:00") },
    { formatting: formatting("") },
    { formatting: formatting("UTC", "") },
    { formatting: formatting("UTC", "Y".repeat(101)) },
    { formatting: formatting("UTC", "YYYY", "H:m") },
    { formatting: formatting(), defaultValue: "today" },
    { formatting: formatting(), expression: "NOW()" },
  ])("%j are refused", (options) => expect(() => aField("date", options)).toThrow());

  test("now is the time of the request", () => {
    expect(aField("date", { formatting: formatting(), defaultValue: "now" }).initial()).toBe(context.now);
    expect(dates().initial()).toBeUndefined();
  });
});
