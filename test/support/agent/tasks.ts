/* Ten tasks of a support team. Each says what was asked, works with the agent, and gives what the agent says in the end. */
import type { Agent } from "./agent.ts";

export interface Task {
  asked: string;
  work: (agent: Agent) => Promise<string>;
}

export const supportTasks: readonly Task[] = [
  {
    asked: "How many open tickets are there of each priority?",
    async work(agent) {
      const tickets = await agent.findTable("Tickets");
      const [status, priority] = ["open", "urgent"].map((choice) => agent.field(tickets, { choice }));
      const { rows } = await agent.call("counts statistics groups", {
        base: await agent.findBase(),
        table: tickets.id,
        filter: `{${status}} = 'open'`,
        groupBy: [{ field: priority }],
      });
      return rows
        .map((row: { [name: string]: unknown }) => `${row[priority ?? ""]}: ${row["count"]}`)
        .join(", ");
    },
  },
  {
    asked: "Which ticket that is not closed took most hours? Show its Priorty, too.",
    async work(agent) {
      const tickets = await agent.findTable("Tickets");
      const hours = agent.field(tickets, { type: "number" });
      const asked = {
        table: tickets.id,
        filter: `{${agent.field(tickets, { choice: "closed" })}} != 'closed'`,
        sort: [{ field: hours, order: "desc" }],
      };
      // as the person writes it; the error says what was meant
      const refused = await agent.call("records rows cell column", {
        ...asked,
        fields: ["Title", hours, "Priorty"],
      });
      const [, meant = ""] = /did you mean "(\w+)"/i.exec(refused.error.issues[0].message) ?? [];
      const { rows } = await agent.call("records rows cell column", {
        ...asked,
        fields: ["Title", hours, meant],
      });
      return rows[0].slice(1).join(", ");
    },
  },
  {
    asked: "Eve Novak writes that her invoice is wrong. Make an urgent ticket.",
    async work(agent) {
      const [tickets, customers] = [await agent.findTable("Tickets"), await agent.findTable("Customers")];
      const { rows } = await agent.call("records rows cell column", { table: customers.id, search: "Novak" });
      const cells = {
        [tickets.fields[0]?.name ?? ""]: "The invoice is wrong",
        [agent.field(tickets, { choice: "open" })]: "open",
        [agent.field(tickets, { choice: "urgent" })]: "urgent",
        [agent.field(tickets, { links: customers })]: rows[0][0],
      };
      const { created } = await agent.call("creates records all none", {
        ...{ table: tickets.id, records: [{ fields: cells }], key: "invoice-of-eve" },
      });
      return `Made "${created[0].name}".`;
    },
  },
  {
    asked: "Whom do we call about the light in the lobby, and where do they work?",
    async work(agent) {
      const [tickets, customers] = [await agent.findTable("Tickets"), await agent.findTable("Customers")];
      const { rows } = await agent.call("records rows cell column", {
        ...{ table: tickets.id, search: "lobby", fields: [tickets.fields[0]?.name] },
      });
      const link = agent.field(tickets, { links: customers });
      const { fields } = await agent.call("one record cells values", {
        ...{ table: tickets.id, record: rows[0][0], fields: [link] },
      });
      const person = fields[link].title;
      const found = await agent.call("records rows cell column", {
        table: customers.id,
        filter: `{Name} = '${person}'`,
      });
      return `${person}, ${found.rows[0][found.columns.indexOf("Company")]}`;
    },
  },
  {
    asked: "The outage is over: close its tickets.",
    async work(agent) {
      const tickets = await agent.findTable("Tickets");
      const [title, status] = [tickets.fields[0]?.name, agent.field(tickets, { choice: "closed" })];
      const { rows } = await agent.call("records rows cell column", {
        ...{
          table: tickets.id,
          filter: `{${title}} LIKE '%Outage%' AND {${status}} != 'closed'`,
          fields: [title],
        },
      });
      const records = rows.map(([id]: string[]) => ({ id, fields: { [status]: "closed" } }));
      const { updated } = await agent.call("changes cells all none", {
        table: tickets.id,
        records,
        key: "outage-over",
      });
      return `Closed ${updated.length}.`;
    },
  },
  {
    asked: "It is not over. Take that back.",
    async work(agent) {
      const tickets = await agent.findTable("Tickets");
      const { undone } = await agent.call("takes back last write", { table: tickets.id, key: "outage-over" });
      const { rows } = await agent.call("counts statistics groups", {
        ...{ base: await agent.findBase(), table: tickets.id },
        groupBy: [{ field: agent.field(tickets, { choice: "closed" }) }],
      });
      const closed = rows.find((row: { Status: string }) => row.Status === "closed");
      return `${undone ? "Taken back" : "Not taken back"}: ${closed.count} is closed.`;
    },
  },
  {
    asked: "Note at the slow pages that the team looks into it, if that is not there yet.",
    async work(agent) {
      const tickets = await agent.findTable("Tickets");
      const { rows } = await agent.call("records rows cell column", {
        ...{ table: tickets.id, search: "slow", fields: [tickets.fields[0]?.name] },
      });
      const place = { table: tickets.id, record: rows[0][0] };
      const { comments } = await agent.call("newest comments record", place);
      if (comments.length > 0) return "There is a comment already.";
      await agent.call("adds comment record", { ...place, text: "The team looks into it." });
      return "Noted.";
    },
  },
  {
    asked: "Phones: eve@oldmill.example has 09 555, and Bo Lind is new, bo@oldmill.example, 09 556.",
    async work(agent) {
      const customers = await agent.findTable("Customers");
      const answer = await agent.call("finds match creates", {
        ...{ table: customers.id, match: ["Email"] },
        records: [
          { fields: { Email: "eve@oldmill.example", Phone: "09 555" } },
          { fields: { Email: "bo@oldmill.example", Phone: "09 556", Name: "Bo Lind" } },
        ],
        key: "phones",
      });
      return `${answer.records.length - answer.created.length} changed, ${answer.created.length} made.`;
    },
  },
  {
    asked: "We want to rate how satisfied customers are, on tickets.",
    async work(agent) {
      const tickets = await agent.findTable("Tickets");
      const { created } = await agent.call("changes one field table", {
        ...{ table: tickets.id, action: "create", definition: { name: "Satisfaction", type: "rating" } },
      });
      return `Tickets have the field ${created.name}.`;
    },
  },
  {
    asked: "The question about exports is there twice. Delete the one with fewer hours.",
    async work(agent) {
      const tickets = await agent.findTable("Tickets");
      const [title, hours] = [tickets.fields[0]?.name, agent.field(tickets, { type: "number" })];
      const { rows } = await agent.call("records rows cell column", {
        ...{
          table: tickets.id,
          filter: `{${title}} LIKE '%export%'`,
          fields: [title, hours],
          sort: [{ field: hours }],
        },
      });
      const { deleted } = await agent.call("moves records trash", {
        table: tickets.id,
        records: [rows[0][0]],
      });
      return `Deleted one of ${rows.length}: "${deleted[0].name}". It can be taken back for a day.`;
    },
  },
];
