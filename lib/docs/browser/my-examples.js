/*
 * The examples of the reference, with a table of the reader in place of the invented one: its ids, the names of its fields, values that they
 * take. `my` is that table:
 *
 *   { fields, cells, newCells, ids: { tbl: [own, others], fld, viw, rec, bse, spc, usr }, text, number, choice, date, link, button, condition, paths }
 *
 * `cells` and `newCells` are the examples that the document of the base has (lib/docs/base); text, number and so on are fields, `paths` the ids that
 * paths name: viewId, recordId and so on.
 */

/** Calls whose example is about a table that they make, or about a share, which may be of another table. */
const isElsewhere = ({ operation, path }) => operation === "createTable" || path.startsWith("/share/");

const idPattern = /^(spc|bse|tbl|fld|viw|rec|usr)[0-9A-Za-z]{16}$/;

/** The call with examples of the table. */
export function withMine(call, my) {
  if (!my || isElsewhere(call)) return call;
  const { operation, body } = call;
  return {
    ...call,
    query: call.query.flatMap(([name, text], i, all) => {
      // a list is written as a whole
      const isMore = name.endsWith("[]") && all.findIndex(([first]) => first === name) < i;
      return isMore ? [] : queryOf(name, text, my);
    }),
    ...(operation === "importRecords"
      ? { body: { text: csvOf(my.newCells) } }
      : body !== undefined && { body: adapt(body, my, operation === "createRecords") }),
  };
}

/** An answer with records, as those of the table; undefined for another. */
export function answerOfMine(call, answer, my) {
  return isElsewhere(call) || !JSON.stringify(answer).includes('"fields":{')
    ? undefined
    : adapt(answer, my, true);
}

/** What an input of a form suggests: an example of the parameter. Empty if the table has none. */
export function exampleOfMine(name, text, my) {
  const { condition, text: named, link } = my;
  const plain = (field) => field.name === field.name.trim() && !/[{}]/.test(field.name) && `{${field.name}}`;
  switch (name) {
    case "filterByTql":
      return plain(condition.field) ? `${plain(condition.field)} ${tqlOf(condition)}` : "";
    case "filterByFormula":
      return `{${plain(condition.field) ? condition.field.name : condition.field.id}}`;
    case "search[]":
      return named.name.includes(",") ? "" : `ada,${named.name},true`;
    case "expand":
      return link ? JSON.stringify({ [link.name]: {} }) : "";
    case "filterLinkCellCandidate":
      return link?.id ?? "";
    case "filterLinkCellSelected":
      return "";
    default:
      return queryOf(name, text, my)
        .map(([, each]) => each)
        .join(",");
  }
}

function tqlOf({ operator, value }) {
  if (operator === "isNotEmpty") return "IS NOT NULL";
  const sign = operator === "isGreater" ? ">" : "=";
  return `${sign} ${typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase()}`;
}

/** A parameter of the query with its example, which may be several. */
function queryOf(name, text, my) {
  if (name === "search[]") return ["ada", my.text.name, "true"].map((each) => [name, each]);
  if (name === "fieldIds[]") return [[name, my.ids.fld[0]]];
  if (name === "recordIds[]" || name === "selectedRecordIds[]")
    return my.ids.rec.map((id) => [name, id]).slice(0, 1);
  if (name === "projection[]") return [[name, my.text.name]];
  if (/DateFieldId$/.test(name)) return [[name, my.date?.name ?? text]];
  if (name === "field") {
    const statistics = my.number ? { [my.number.name]: ["sum", "max"] } : { [my.text.name]: ["filled"] };
    return [[name, JSON.stringify(statistics)]];
  }
  if (idPattern.test(text)) return [[name, idOf(text, my)]];
  if (!/^[[{]/.test(text)) return [[name, text]];
  try {
    return [[name, JSON.stringify(adapt(JSON.parse(text), my))]];
  } catch {
    return [[name, text]];
  }
}

/** My id of the kind; `at` 1 is another one, if there is one. */
const idOf = (id, my, at = 0) => {
  const mine = my.ids[id.slice(0, 3)] ?? [];
  return mine[at] ?? id;
};

/** An example with my ids, fields and cells. */
function adapt(value, my, isNew = false) {
  if (typeof value === "string") return idPattern.test(value) ? idOf(value, my) : value;
  if (Array.isArray(value)) {
    // a second record with the same cells would not be unique
    const shown = value.some((each) => isCells(each?.fields)) ? value.slice(0, 1) : value;
    return shown.map((each) => adapt(each, my, isNew));
  }
  if (typeof value !== "object" || value === null) return value;
  if ("operator" in value && "fieldId" in value) return filterItemOf(value, my);
  if ("order" in value && "fieldId" in value)
    return { ...value, fieldId: keyOf(my.number ?? my.text, value.fieldId) };
  if ("fn" in value && "field" in value)
    return my.number ? { ...value, field: my.number.name } : { ...value, field: my.text.name, fn: "filled" };
  // there may be no comment to quote
  const named = Object.entries(value).filter(([name]) => name !== "quoteId");
  const entries = named.map(([name, each]) => {
    if (name === "anchorId") return [name, idOf(each, my, 1)];
    if (name === "field" && typeof each === "string") return [name, (my.choice ?? my.text).name];
    if (name === "fields" && isCells(each)) return [name, isNew ? my.newCells : someOf(my.cells)];
    if (idPattern.test(name)) return [idOf(name, my), each];
    if (name === "name" && isCells(value.fields)) return [name, String(my.newCells[my.fields[0].name] ?? "")];
    return [name, adapt(each, my, isNew)];
  });
  return Object.fromEntries(entries);
}

/** Cells have texts, numbers and such: what tells them from fields of a table, which are a list. */
const isCells = (fields) => typeof fields === "object" && fields !== null && !Array.isArray(fields);

/** A change names few cells: the last two. */
const someOf = (cells) => Object.fromEntries(Object.entries(cells).slice(-2));

const keyOf = ({ id, name }, like) => (idPattern.test(like) ? id : name);

const filterItemOf = ({ fieldId }, { condition: { field, operator, value } }) => ({
  fieldId: keyOf(field, fieldId),
  operator,
  value,
});

function csvOf(cells) {
  const line = (texts) =>
    texts.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",");
  return `${line(Object.keys(cells))}\n${line(Object.values(cells).map(String))}\n`;
}

const isFiles = ({ type }) => type === "attachment";
const idsIn = (list = []) => list.map(({ id }) => id);

/** What examples need of a table: from the lists of bases, tables, fields, views and records, and the document of the base. */
export function mineOf({ baseId, table, bases, tables, fields, views, records, document, userId }) {
  const { schemas } = document.components;
  const name = document.paths[`/table/${table.id}/record`].post.tags[0];
  const example = (kind) => schemas[name + kind]?.examples?.[0];
  const cells = example("SentFields") ?? {};
  const others = (list, own) => [own, ...idsIn(list).filter((id) => id !== own)];
  const { spaceId } = bases.find(({ id }) => id === baseId);
  const idOfFirst = (list = []) => list[0]?.id ?? "";
  return {
    paths: {
      ...{ viewId: idOfFirst(views), recordId: idOfFirst(records) },
      // the first field cannot be deleted
      ...{ fieldId: (fields[1] ?? fields[0]).id, attachmentFieldId: idOfFirst(fields.filter(isFiles)) },
    },
    ...{ fields, cells, newCells: example("NewFields") ?? cells },
    ...kindsOf(fields, cells),
    ids: {
      ...{ bse: others(bases, baseId), tbl: others(tables, table.id), fld: idsIn(fields) },
      ...{ viw: idsIn(views), rec: idsIn(records), spc: [spaceId], usr: [userId] },
    },
  };
}

const isPlain = ({ isMultipleCellValue }) => !isMultipleCellValue;

/** Which fields stand for those of the examples: a text, a number, a choice, a date, a link; and a condition that a filter can have. */
function kindsOf(fields, cells) {
  const find = (is) => fields.find((field) => isPlain(field) && is(field));
  const choice = find(({ type, options }) => type === "singleSelect" && options?.choices?.length > 0);
  const number = find(({ type, cellValueType }) => type !== "autoNumber" && cellValueType === "number");
  const isText = ({ type }) => type === "singleLineText" || type === "longText";
  const text = find(isText) ?? fields[0];
  const checkbox = find(({ type }) => type === "checkbox");
  const condition = choice
    ? { field: choice, operator: "is", value: choice.options.choices[0].name }
    : number
      ? { field: number, operator: "isGreater", value: 0 }
      : isText(text)
        ? { field: text, operator: "is", value: String(cells[text.name] ?? "Ada") }
        : checkbox
          ? { field: checkbox, operator: "is", value: true }
          : { field: text, operator: "isNotEmpty", value: null };
  return {
    ...{ choice, number, text, condition },
    date: find(({ type }) => type === "date"),
    link: fields.find(({ type }) => type === "link"),
    button: fields.find(({ type }) => type === "button"),
  };
}
