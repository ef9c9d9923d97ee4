/*
 * The reader's base and table: lists to choose from once there is a token. What the samples and forms use of the chosen table is read when
 * it is chosen: its fields, views, first records, and the document of the base with examples of its cells.
 */
import { send } from "./call.js";
import { known, learn, onKnown } from "./known.js";
import { mineOf } from "./my-examples.js";

const baseInput = document.querySelector("#base-input");
const tableInput = document.querySelector("#table-input");
const tokenChoice = document.querySelector("#writes-token");
const state = document.querySelector("#table-state");
/** What each list holds. */
let bases = [];
let tables = [];
let tablesOf = "";
/** The table that is shown or asked for, and the turn of asking: an answer to an earlier one is late. */
let shown = "";
let turn = 0;

/** What is known of a table, when there is none. */
const noTable = {
  ...{ tableId: "", my: undefined },
  ...{ viewId: "", recordId: "", fieldId: "", attachmentFieldId: "" },
};

export function startMyTable() {
  baseInput.addEventListener("change", () => chooseBase(baseInput.value));
  tableInput.addEventListener("change", () => learn({ ...noTable, tableId: tableInput.value }));
  onKnown(({ baseId, tableId, isStale }) => {
    if (!baseId || bases.length === 0 || (tableId === shown && !isStale)) return;
    // made, read or changed by a call on this page
    if (isStale) tablesOf = "";
    known.isStale = false;
    void chooseTable(baseId, tableId);
  });
}

const ask = async (path) => {
  const { answer, value } = await send({ method: "GET", path, isQuiet: true });
  if (answer.ok) return value;
  throw new Error(value?.message ?? `The service answers ${answer.status}.`);
};

/** Takes the lists away: there is no token, or another one. */
export function forgetTables() {
  turn++;
  bases = [];
  tablesOf = "";
  shown = "";
  tell("");
  show(baseInput, false);
  show(tableInput, false);
  show(tokenChoice, false);
  learn({ my: undefined });
}

const show = (input, isShown) => {
  input.closest("p").hidden = !isShown;
};

function tell(text, isWrong = false) {
  state.textContent = text;
  state.classList.toggle("problem", isWrong);
}

const fill = (input, list, first = []) =>
  input.replaceChildren(...first, ...list.map(({ id, name }) => new Option(`${name} (${id})`, id)));

/** Lists the bases of the token; that of before stays chosen. */
export async function findBases() {
  const now = ++turn;
  show(tokenChoice, true);
  try {
    const found = await ask("/base");
    if (now !== turn) return;
    bases = found;
    fill(baseInput, bases);
    show(baseInput, bases.length > 0);
    const wanted = bases.find(({ id }) => id === known.baseId) ?? bases[0];
    if (wanted) return await chooseBase(wanted.id, known.tableId);
    learn({ baseId: "", tableId: "" });
    tell("This token reaches no base. Make one, or a token that reaches one.", true);
  } catch (error) {
    if (now === turn) tell(`The bases cannot be listed: ${error.message}`, true);
  }
}

async function chooseBase(baseId, tableId = "") {
  baseInput.value = baseId;
  shown = tableId;
  learn({ ...noTable, baseId, tableId });
  await chooseTable(baseId, tableId);
}

/** Lists the tables if they are not those, and reads the chosen one. */
async function chooseTable(baseId, tableId) {
  const now = ++turn;
  shown = tableId;
  try {
    if (!tables.some(({ id }) => id === tableId) || tablesOf !== baseId) {
      const found = await ask(`/base/${baseId}/table`);
      if (now !== turn) return;
      tables = found;
      tablesOf = baseId;
      fill(tableInput, tables, [new Option("Choose a table", "")]);
      show(tableInput, tables.length > 0);
    }
    const table = tables.find(({ id }) => id === tableId);
    tableInput.value = table?.id ?? "";
    if (!table) {
      shown = "";
      if (known.tableId || known.my) learn(noTable);
      const { name } = bases.find(({ id }) => id === baseId) ?? {};
      return tell(
        tables.length > 0
          ? "Choose a table: the samples and forms of this page will have its fields."
          : `The base ${name} has no tables yet. Step 2 below makes one.`,
      );
    }
    tell(`Reading the fields of ${table.name} …`);
    const my = await readTable(baseId, table);
    if (now !== turn) return;
    learn({ my, ...my.paths });
    tell(
      `The samples and forms below use the table ${table.name}: its ids, its fields, values that they take.`,
    );
  } catch (error) {
    if (now !== turn) return;
    learn({ ...noTable, tableId });
    tell(`The tables cannot be read: ${error.message}`, true);
  }
}

async function readTable(baseId, table) {
  const path = `/table/${table.id}`;
  // a token may read fields and no views or records
  const orNone = (asked) => asked.catch(() => undefined);
  const [fields, document, views, page] = await Promise.all([
    ask(`${path}/field`),
    ask(`/base/${baseId}/openapi.json?${new URLSearchParams({ "tableIds[]": table.id })}`),
    orNone(ask(`${path}/view`)),
    orNone(ask(`${path}/record?take=2`)),
  ]);
  const records = page?.records;
  return mineOf({
    ...{ baseId, table, bases, tables, fields, views, records, document },
    userId: known.userId,
  });
}
