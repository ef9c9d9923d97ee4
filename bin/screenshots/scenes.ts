/* The screens of the app, each with the way that leads to it. */
import type { Page } from "playwright-core";
import type { World } from "./world.ts";

export interface Scene {
  name: string;
  path: (world: World) => string;
  /** Opens what the picture shows. */
  prepare?: (page: Page, world: World) => Promise<unknown>;
  /** Without a session. */
  isStranger?: true;
}

const base = ({ baseId }: World) => `/app/${baseId}`;
const movies = (world: World) => `${base(world)}/${world.movies}`;
const view = (name: string) => (world: World) => `${movies(world)}/${world.views[name]}`;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await button(page, name).first().click();
  };

async function changeField(page: Page, name: string): Promise<void> {
  await press("Manage fields", `More for the field ${name}`, "Change")(page);
}

async function newField(page: Page, type: string): Promise<void> {
  await press("Manage fields", "New field")(page);
  const dialog = page.getByRole("dialog").last();
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await dialog.getByRole("combobox", { name: "Type" }).fill(type);
  await page.getByRole("option", { name: new RegExp(`^${type}`, "i") }).click();
}

const csv = `Title,Year,Seen,Rating
Cléo from 5 to 7,1962,yes,4
Vagabond,1985,yes,5
Jeanne Dielman,1975,no,5
Beau Travail,1999,yes,5`;

async function dropFile(page: Page): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(csv)}], "Club.csv")); return data; })()`,
  );
  for (const type of ["dragover", "drop"]) await page.dispatchEvent("main", type, { dataTransfer });
  await page.getByRole("dialog").getByText("4 rows").waitFor();
}

async function selectRange(page: Page): Promise<void> {
  await page.locator(".grid .line .cell").nth(14).click();
  for (const key of ["Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowRight"])
    await page.keyboard.press(key);
}

export const scenes: Scene[] = [
  { name: "sign-in", path: () => "/auth/sign-in", isStranger: true },
  { name: "sign-up", path: () => "/auth/sign-up", isStranger: true },
  { name: "home", path: () => "/app" },
  { name: "templates", path: () => "/app", prepare: press(/^New base/) },
  { name: "people", path: base, prepare: press(/^More for Film club/, "People") },
  { name: "go-to", path: () => "/app", prepare: (page) => page.keyboard.press("ControlOrMeta+k") },
  { name: "base", path: base },
  { name: "trash", path: base, prepare: press("Trash") },
  { name: "import", path: base, prepare: dropFile },
  { name: "empty-table", path: (world) => `${base(world)}/${world.empty}` },
  { name: "grid", path: movies },
  { name: "grid-groups", path: view("By rating") },
  { name: "grid-range", path: movies, prepare: selectRange },
  {
    name: "grid-choice",
    path: movies,
    async prepare(page) {
      await page.locator(".grid .line .cell").nth(5).click();
      await page.keyboard.press("Enter");
    },
  },
  {
    name: "header-menu",
    path: movies,
    async prepare(page) {
      await button(page, "Column Released").click();
    },
  },
  { name: "filter", path: view("By rating"), prepare: press(/^Filter/) },
  { name: "sort", path: movies, prepare: press(/^Sort/) },
  { name: "hide", path: movies, prepare: press(/^(Hide|Fields)/) },
  { name: "find", path: movies, prepare: (page) => page.keyboard.press("ControlOrMeta+f") },
  { name: "fields", path: movies, prepare: press("Manage fields") },
  { name: "field-choices", path: movies, prepare: (page) => changeField(page, "MPAA rating") },
  { name: "field-link", path: movies, prepare: (page) => changeField(page, "Directors") },
  {
    name: "field-formula",
    path: movies,
    async prepare(page) {
      await newField(page, "formula");
      await page
        .getByRole("dialog")
        .last()
        .getByLabel("Formula", { exact: true })
        .fill("{Worldwide gross} - {Budge");
    },
  },
  { name: "new-view", path: movies, prepare: press("New view") },
  { name: "record", path: (world) => `${movies(world)}?record=${world.record}` },
  { name: "kanban", path: view("Board") },
  { name: "gallery", path: view("Posters") },
  { name: "calendar-empty", path: view("Releases") },
  { name: "calendar", path: view("Releases"), prepare: press("Go to the latest") },
  { name: "form-builder", path: view("Suggest a movie") },
  { name: "form-public", path: ({ form }) => form, isStranger: true },
  { name: "share", path: view("Suggest a movie"), prepare: press(/^Share the view/) },
  { name: "account", path: () => "/account" },
  { name: "token", path: () => "/account/token" },
];
