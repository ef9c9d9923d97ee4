/* Awkward texts, people and files: what conversions, files and forms must not misread. */
import fc from "fast-check";
import type { CellContext, Person } from "#lib/engine/field-types/shared/field-type";
import { tellApart } from "#lib/engine/field-types/shared/people";
import { oneLine } from "#lib/engine/field-types/shared/text";
import type { UserId } from "#lib/schemas/basics/ids";
import { context as plainContext } from "#test/engine/field-types/support";

const person = (id: string, name: string, email?: string): Person => ({
  id: `usr${id.padEnd(16, "0")}` as UserId,
  name,
  ...(email !== undefined && { email }),
});

/** People whose names are awkward: with commas and quotes, of two people, an address or id of another, a number, a word. */
export const people: Person[] = [
  person("Ann", "Ann", "ann@example.com"),
  person("Bob", "Bob", "bob@example.com"),
  person("Both", "Ann, Bob", "both@example.com"),
  person("Doe", "Doe, Jane", "jane@example.com"),
  person("Doe2", "Doe"),
  person("Quote", 'say "hi", you'),
  person("Lead", '"Q'),
  person("Twin1", "Twin", "twin1@example.com"),
  person("Twin2", "Twin", "twin2@example.com"),
  person("Thief", "ann@example.com", "thief@example.com"),
  person("Me", "me"),
  person("Five", "5"),
  person("Yes", "yes"),
];

export const byText = (text: string) => {
  const address = people.find(({ email }) => email === text.toLowerCase());
  const named = people.filter(({ name }) => name === text);
  return address ?? (named.length > 1 ? "several" : named[0]);
};

export const context: CellContext = {
  ...plainContext,
  me: "" as UserId,
  people: tellApart({ byId: (id) => people.find((each) => each.id === id), byText }),
  showEmails: true,
};

export const hostileNumbers = [
  ...[
    "0",
    "-0",
    "1",
    "7",
    "007",
    "+5",
    "-5",
    "−5",
    "5-",
    "1e5",
    "1E+3",
    "1e400",
    "0x10",
    "1_000",
    "1,234",
    "1.234",
  ],
  ...[
    "1 234,5",
    "1\u00a0234,5",
    "1\u202f234,5",
    "1.234,50",
    "1,234.50",
    "1.234.567",
    "12,34,567",
    "1'234.50",
    "12,5",
    "0,75",
  ],
  ...[
    "(5)",
    "($5.00)",
    "(-5)",
    "5%",
    "12,5%",
    "% 5",
    "$5",
    "-$5",
    "$-5",
    "5 €",
    "EUR 5",
    "US$ 5",
    "1/2",
    "3:30",
    "7 apples",
  ],
  ...[
    "5 6",
    "5(3)",
    "1.2.3",
    "10k",
    "１２",
    "１，５",
    "٣",
    "٣٫٥",
    "१२",
    "½",
    "²",
    "Ⅷ",
    "9007199254740993",
    "0.1",
    ".5",
    "5.",
    ",",
  ],
  ...[
    "NaN",
    "Infinity",
    "-",
    "+",
    "$",
    "%",
    "()",
    "1e",
    "e5",
    "1.23456",
    "1e-7",
    "0.005",
    "4.6",
    "1,5,0",
    "-1,234",
    "1 234",
  ],
];
export const hostileDates = [
  ...[
    "2024-02-29",
    "2024-02-30",
    "2023-02-29",
    "31/12/2024",
    "12/31/2024",
    "03/04/2024",
    "3.4.24",
    "31.12.2024",
    "24-04-03",
  ],
  ...[
    "2024-03-31 02:30",
    "2024-10-27 02:30",
    "2024-03-10T02:30",
    "2024-12-31 12:60",
    "2024-12-31 24:00",
    "2024-12-31 25:00",
  ],
  ...[
    "2016-12-31T23:59:60Z",
    "2024-01-01T00:00:00.000Z",
    "2024-01-01T23:30:00+14:00",
    "2024-01-01T00:00:00-12:00",
  ],
  ...[
    "20240403",
    "2024",
    "2024-04",
    "Apr 3 2024",
    "3 Apr 2024",
    "Mon, 3 Apr 2024",
    "April",
    "now",
    "today",
    "12:30",
    "12:30 PM",
    "13:30 PM",
  ],
  ...[
    "２０２４-０４-０３",
    "٢٠٢٤-٠٤-٠٣",
    "2024-04-03 ",
    "\u00a02024-04-03",
    "0000-01-01",
    "9999-12-31",
    "12345-01-01",
    "00/00/2024",
  ],
  ...[
    "1712102400000",
    "2024-04-03T10:00:00.123456Z",
    "2024-W14",
    "2024-094",
    "3rd April 2024",
    "30 Feb 2024",
    "29 Feb 2023",
  ],
];
export const hostileWords = [
  ...[
    "TRUE ",
    "true",
    "FALSE",
    "on",
    "off",
    "yes",
    "no",
    "n",
    "ja",
    "☐",
    "☑",
    "tr ue",
    "truefalse",
    "1.0",
    "ｔｒｕｅ",
  ],
  ...[
    "Ann",
    "ann",
    "Ann, Bob",
    '"Ann, Bob"',
    "Ann,Bob",
    "Bob, nobody",
    "Doe, Jane",
    '"Doe, Jane", Ann',
    "Twin",
    "me",
    "ann@example.com",
  ],
  ...[
    "ann@example.com, bob@example.com",
    "ANN@EXAMPLE.COM",
    'say "hi", you',
    '"say ""hi"", you"',
    '"Q',
    ",",
    ", ,",
    '""',
    '"',
  ],
  ...[
    "a",
    "b",
    "a, b",
    '"a, b"',
    "a,b,a",
    "x\ny",
    "x\r\ny",
    "\u200b",
    " a",
    "a\u00a0",
    "__proto__",
    "constructor",
    "usrAnn0000000000000",
  ],
  ...[
    "dot.png (Pict000000SecretSecret00)",
    "dot.png",
    "actPict000000a1B2c3",
    "a,b.png (Lett000000SecretSecret00)",
    "null",
    "undefined",
    "[object Object]",
  ],
];

/** Any of them. */
export const awkward = fc.constantFrom(...hostileNumbers, ...hostileDates, ...hostileWords);
/** A name of one line that is not empty. */
export const aName = fc
  .oneof(awkward, fc.stringMatching(/^[ab",. 1-]{1,6}$/))
  .map(oneLine)
  .filter((text) => text !== "");

/** Any person of them, and one who is gone. */
export const anyPerson = fc.constantFrom(...people.map(({ id }) => id), "usrGone000000000000");
