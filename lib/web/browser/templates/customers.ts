/* Companies, the people in them, and the deals with them. */
import { type BaseTemplate, coloredChoices, dayField, euros, textField, wholeNumbers } from "./template.ts";

const stages = coloredChoices(
  ["First talk", "gray"],
  ["Offer", "yellowBright"],
  ["Won", "greenBright"],
  ["Lost", "redLight1"],
);

export const customers: BaseTemplate = {
  id: "customers",
  name: "Customers and deals",
  icon: "🤝",
  about: "Companies have contacts and deals; each company adds up what its deals are worth.",
  tables: [
    {
      name: "Companies",
      icon: "🏢",
      fields: [
        textField("Company"),
        {
          name: "Industry",
          type: "singleSelect",
          options: coloredChoices(["Energy", "green"], ["Food", "orange"], ["Transport", "blue"]),
        },
        textField("Website"),
      ],
      views: [
        { type: "grid", name: "All companies" },
        { type: "kanban", name: "By industry", options: { stackFieldId: "Industry" }, shows: ["Website"] },
      ],
      rows: [
        { Company: "Northwind Solar", Industry: "Energy", Website: "northwind.example" },
        { Company: "Green Table", Industry: "Food", Website: "greentable.example" },
        { Company: "Harbor Lines", Industry: "Transport", Website: "harbor.example" },
      ],
    },
    {
      name: "Contacts",
      icon: "📇",
      fields: [
        textField("Name"),
        textField("E-mail"),
        { name: "Company", type: "link", link: { to: "Companies", relationship: "manyOne" } },
        { ...textField("Website"), lookup: { through: "Company", of: "Website" } },
      ],
      views: [
        { type: "grid", name: "All contacts" },
        { type: "gallery", name: "Cards", shows: ["E-mail", "Company"] },
        { type: "form", name: "New contact", shows: ["E-mail", "Company"] },
      ],
      rows: [
        { Name: "Lena Fox", "E-mail": "lena@northwind.example", Company: ["Northwind Solar"] },
        { Name: "Omar Reyes", "E-mail": "omar@greentable.example", Company: ["Green Table"] },
        { Name: "Ida Berg", "E-mail": "ida@harbor.example", Company: ["Harbor Lines"] },
      ],
    },
    {
      name: "Deals",
      icon: "💶",
      fields: [
        textField("Deal"),
        { name: "Stage", type: "singleSelect", options: stages },
        { name: "Company", type: "link", link: { to: "Companies", relationship: "manyOne" } },
        { name: "Contacts", type: "link", link: { to: "Contacts", relationship: "manyMany" } },
        { name: "Value", type: "number", options: euros },
        { name: "Chance", type: "number", options: { formatting: { type: "percent", precision: 0 } } },
        { name: "Expected", type: "formula", options: { expression: "{Value} * {Chance}", ...euros } },
        dayField("Closes"),
      ],
      views: [
        { type: "grid", name: "All deals" },
        {
          type: "kanban",
          name: "Pipeline",
          options: { stackFieldId: "Stage" },
          shows: ["Company", "Value", "Closes"],
        },
        { type: "calendar", name: "Closing", options: { startDateFieldId: "Closes" } },
      ],
      rows: [
        {
          ...{ Deal: "Roof for the depot", Stage: "Offer", Company: ["Northwind Solar"] },
          ...{ Contacts: ["Lena Fox"], Value: 48_000, Chance: 0.5, Closes: { days: 21 } },
        },
        {
          ...{ Deal: "Canteen for a year", Stage: "First talk", Company: ["Green Table"] },
          ...{ Contacts: ["Omar Reyes"], Value: 30_000, Chance: 0.2, Closes: { days: 45 } },
        },
        {
          ...{ Deal: "Ten trucks", Stage: "Won", Company: ["Harbor Lines"] },
          ...{ Contacts: ["Ida Berg", "Lena Fox"], Value: 120_000, Chance: 1, Closes: { days: -7 } },
        },
        {
          ...{ Deal: "Batteries", Stage: "First talk", Company: ["Northwind Solar"] },
          ...{ Contacts: ["Lena Fox"], Value: 12_000, Chance: 0.25, Closes: { days: 60 } },
        },
      ],
    },
  ],
  later: [
    {
      ...{ table: "Companies", name: "Value of deals", type: "rollup", expression: "sum({values})" },
      options: euros,
      over: { table: "Deals", link: "Company", field: "Value" },
    },
    {
      ...{ table: "Companies", name: "Number of deals", type: "rollup", expression: "countall({values})" },
      options: wholeNumbers,
      over: { table: "Deals", link: "Company", field: "Deal" },
    },
  ],
};
