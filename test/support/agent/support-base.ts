/* The base of a support team: 20 tables, of which the tasks of the agent need five. */
import { aBase, type Someone } from "#test/support/makers/makers";
import { useTool } from "#test/support/requests/mcp";

const text = (name: string) => ({ name, type: "singleLineText" });
const number = (name: string) => ({
  name,
  type: "number",
  options: { formatting: { type: "decimal", precision: 0 } },
});
const choice = (name: string, ...choices: string[]) => ({
  ...{ name, type: "singleSelect", options: { choices: choices.map((each) => ({ name: each })) } },
});

const others: readonly (readonly [name: string, ...fields: string[]])[] = [
  ["Teams", "Lead"],
  ["Products", "Version"],
  ["Articles", "Text"],
  ["Tags", "Color"],
  ["Releases", "Notes"],
  ["Incidents", "Cause"],
  ["Contracts", "Plan"],
  ["Invoices", "Number"],
  ["Surveys", "Question"],
  ["Shifts", "Person"],
  ["Escalations", "Reason"],
  ["Macros", "Reply"],
  ["Channels", "Address"],
  ["Regions", "Language"],
  ["Devices", "Serial"],
  ["Holidays", "Country"],
];

/** Makes it; the texts of its tickets are in no tool and in no task. */
export async function makeSupportBase(owner: Someone): Promise<void> {
  const { baseId: base } = await aBase(owner);
  const make = async (name: string, fields: object[]) => {
    const { table } = await useTool(owner, "create_table", { base, name, fields });
    return table.id as string;
  };
  const fill = (table: string, names: readonly string[], rows: readonly (readonly unknown[])[]) =>
    useTool(owner, "create_records", {
      table,
      records: rows.map((row) => ({ fields: Object.fromEntries(names.map((name, i) => [name, row[i]])) })),
    });
  const companies = await make("Companies", [text("Name"), text("City")]);
  await fill(
    companies,
    ["Name", "City"],
    [
      ["Brightwater", "Leeds"],
      ["Old Mill", "Ghent"],
    ],
  );
  const toCompany = {
    name: "Company",
    type: "link",
    options: { foreignTableId: companies, relationship: "manyOne" },
  };
  const customers = await make("Customers", [text("Name"), text("Email"), text("Phone"), toCompany]);
  await fill(
    customers,
    ["Name", "Email", "Phone", "Company"],
    [
      ["Eve Novak", "eve@oldmill.example", "", "Old Mill"],
      ["Sam Reed", "sam@brightwater.example", "0113 555", "Brightwater"],
      ["Ida Holm", "ida@brightwater.example", "", "Brightwater"],
    ],
  );
  const toCustomer = {
    name: "Customer",
    type: "link",
    options: { foreignTableId: customers, relationship: "manyOne" },
  };
  const tickets = await make("Tickets", [
    text("Title"),
    choice("Status", "open", "waiting", "closed"),
    choice("Priority", "low", "normal", "urgent"),
    number("Hours"),
    toCustomer,
  ]);
  await fill(
    tickets,
    ["Title", "Status", "Priority", "Hours", "Customer"],
    [
      ["No light in the lobby", "open", "urgent", 5, "Ida Holm"],
      ["Outage: cannot sign in", "open", "urgent", 9, "Sam Reed"],
      ["Outage: pages are slow", "waiting", "normal", 7, "Eve Novak"],
      ["How do I export?", "open", "low", 1, "Sam Reed"],
      ["How do I export?", "open", "low", 2, "Sam Reed"],
      ["Password mail is late", "closed", "normal", 3, "Ida Holm"],
    ],
  );
  await make("Agents", [text("Name"), text("Email")]);
  for (const [name, field = ""] of others) await make(name, [text("Name"), text(field)]);
}
