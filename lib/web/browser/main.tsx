/* The app: it begins here. */
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { Bar } from "./frame.tsx";
import { showLate } from "./late.tsx";
import { rememberBase } from "./recent.ts";
import { followAddresses, place } from "./router.ts";

const Home = showLate(async () => (await import("./home.tsx")).Home);
const BasePage = showLate(async () => (await import("./base.tsx")).BasePage);
const TablePage = showLate(async () => (await import("./table.tsx")).TablePage);

function App() {
  const shown = place.value;
  const baseId = shown.page === "home" ? undefined : shown.baseId;
  useEffect(() => {
    if (baseId !== undefined) rememberBase(baseId);
  }, [baseId]);
  return (
    <>
      <Bar />
      <main class={shown.page}>
        {shown.page === "home" && <Home />}
        {shown.page === "base" && <BasePage baseId={shown.baseId} />}
        {shown.page === "table" && <TablePage {...shown} />}
      </main>
    </>
  );
}

const root = document.getElementById("app");
if (!root) throw new Error("the page has no place for the app");
followAddresses();
render(<App />, root);
