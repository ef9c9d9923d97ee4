import { afterEach, expect, test } from "vitest";
import { aField, formatting } from "./support.ts";

const zone = process.env["TZ"];
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

test.each(["UTC", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/Berlin"])(
  "dates are the same in %s",
  (name) => {
    process.env["TZ"] = name;
    expect(new Date(0).getTimezoneOffset()).toBe(
      { UTC: 0, "America/Los_Angeles": 480, "Pacific/Kiritimati": 640, "Europe/Berlin": -60 }[name],
    );
    const field = aField("date", { formatting: formatting("Asia/Kolkata", "D MMM YYYY", "HH:mm") });
    expect(field.typecast("31 Mar 2024 02:30")).toBe("2024-03-30T21:00:00.000Z");
    expect(field.typecast("31/3/2024")).toBe("2024-03-30T18:30:00.000Z");
    expect(field.text("2024-03-30T21:00:00.000Z")).toBe("31 Mar 2024 02:30");
  },
);
