/* Products, where they come from, and the orders for them. */
import { type BaseTemplate, coloredChoices, dayField, euros, textField, wholeNumbers } from "./template.ts";

const states = coloredChoices(["New", "yellowBright"], ["Packed", "blueBright"], ["Sent", "greenBright"]);

export const stock: BaseTemplate = {
  id: "stock",
  name: "Stock and orders",
  icon: "📦",
  about: "Orders take products out of the stock; each product says how many are left.",
  tables: [
    {
      name: "Suppliers",
      icon: "🚚",
      fields: [textField("Supplier"), textField("City"), textField("E-mail")],
      views: [{ type: "grid", name: "All suppliers" }],
      rows: [
        { Supplier: "Oak & Sons", City: "Lyon", "E-mail": "sales@oak.example" },
        { Supplier: "Bright Lamps", City: "Porto", "E-mail": "hello@bright.example" },
      ],
    },
    {
      name: "Products",
      icon: "🪑",
      fields: [
        textField("Product"),
        { name: "Price", type: "number", options: euros },
        { name: "Bought", type: "number", options: wholeNumbers },
        { name: "Supplier", type: "link", link: { to: "Suppliers", relationship: "manyOne" } },
        { ...textField("City"), lookup: { through: "Supplier", of: "City" } },
        { name: "Pictures", type: "attachment" },
      ],
      views: [
        { type: "grid", name: "All products" },
        {
          type: "gallery",
          name: "Catalogue",
          options: { coverFieldId: "Pictures" },
          shows: ["Price", "Supplier"],
        },
      ],
      rows: [
        { Product: "Chair", Price: 89, Bought: 40, Supplier: ["Oak & Sons"] },
        { Product: "Table", Price: 349.5, Bought: 12, Supplier: ["Oak & Sons"] },
        { Product: "Lamp", Price: 59.9, Bought: 75, Supplier: ["Bright Lamps"] },
      ],
    },
    {
      name: "Orders",
      icon: "🧾",
      fields: [
        textField("Order"),
        textField("Customer"),
        { name: "Product", type: "link", link: { to: "Products", relationship: "manyOne" } },
        { name: "Quantity", type: "number", options: wholeNumbers },
        { name: "Price", type: "number", options: euros, lookup: { through: "Product", of: "Price" } },
        { name: "Total", type: "formula", options: { expression: "{Quantity} * {Price}", ...euros } },
        { name: "Status", type: "singleSelect", options: states },
        dayField("Ordered"),
      ],
      views: [
        { type: "grid", name: "All orders" },
        {
          type: "kanban",
          name: "To pack",
          options: { stackFieldId: "Status" },
          shows: ["Customer", "Product", "Quantity"],
        },
        { type: "calendar", name: "Calendar", options: { startDateFieldId: "Ordered" } },
        { type: "form", name: "New order", shows: ["Customer", "Product", "Quantity", "Ordered"] },
      ],
      rows: [
        {
          ...{ Order: "1001", Customer: "Café Luna", Product: ["Chair"], Quantity: 6 },
          ...{ Status: "Sent", Ordered: { days: -9 } },
        },
        {
          ...{ Order: "1002", Customer: "Café Luna", Product: ["Table"], Quantity: 2 },
          ...{ Status: "Packed", Ordered: { days: -2 } },
        },
        {
          ...{ Order: "1003", Customer: "Hotel Mar", Product: ["Lamp"], Quantity: 24 },
          ...{ Status: "New", Ordered: { days: -1 } },
        },
        {
          ...{ Order: "1004", Customer: "Studio Nine", Product: ["Chair"], Quantity: 4 },
          ...{ Status: "New", Ordered: { days: 0 } },
        },
      ],
    },
  ],
  later: [
    {
      ...{ table: "Products", name: "Sold", type: "rollup", expression: "sum({values})" },
      options: wholeNumbers,
      over: { table: "Orders", link: "Product", field: "Quantity" },
    },
    {
      ...{ table: "Products", name: "In stock", type: "formula", expression: "{Bought} - {Sold}" },
      options: wholeNumbers,
    },
    {
      ...{ table: "Suppliers", name: "Pieces bought", type: "rollup", expression: "sum({values})" },
      options: wholeNumbers,
      over: { table: "Products", link: "Supplier", field: "Bought" },
    },
  ],
};
