/* A shared view of a few people that hides how old they are, sorts by it, and leaves the youngest out. */
import { aShare } from "./support.ts";

export const json = (value: unknown) => JSON.stringify(value);
export const where = (fieldId: string, operator: string, value: unknown) =>
  json({ conjunction: "and", filterSet: [{ fieldId, operator, value }] });

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "singleSelect", name: "City", options: { choices: [{ name: "Rome" }, { name: "Oslo" }] } },
  { type: "number", name: "Age" },
  { type: "number", name: "Size" },
  { type: "createdBy", name: "By" },
];
const records = [
  { Name: "Ada", City: "Rome", Age: 4444, Size: 1 },
  { Name: "Bob", City: "Oslo", Age: 2222, Size: 2 },
  { Name: "Cy", City: "Rome", Age: 3333, Size: 3 },
  { Name: "Dee", City: "Oslo", Age: 1, Size: 4 },
];

export const somePeople = (shareMeta: object = {}, view: object = {}) =>
  aShare({
    fields,
    records,
    shareMeta,
    view: (idOf) => ({
      columnMeta: {
        [idOf("Age")]: { order: 3, hidden: true, statisticFunc: "max" },
        [idOf("Size")]: { order: 1, statisticFunc: "sum" },
        [idOf("City")]: { order: 2 },
        [idOf("By")]: { order: 4, hidden: true },
      },
      filter: {
        conjunction: "and",
        filterSet: [{ fieldId: idOf("Age"), operator: "isGreater", value: 1 }],
      },
      sort: { sortObjs: [{ fieldId: idOf("Age"), order: "desc" }] },
      ...view,
    }),
  });
