/* The app: it begins here. */
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { Bar } from "./frame.tsx";
import { isSomethingKept, oldEdits } from "./kept/kept-edits.ts";
import { showLate } from "./late.tsx";
import { rememberBase } from "./recent.ts";
import { followAddresses, place } from "./router.ts";

const Home = showLate(async () => (await import("./home.tsx")).Home);
const BasePage = showLate(async () => (await import("./base.tsx")).BasePage);
const OldDialog = showLate(async () => (await import("./kept/old-dialog.tsx")).OldDialog);
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
      {oldEdits.value && <OldDialog {...oldEdits.value} />}
    </>
  );
}

const root = document.getElementById("app");
if (!root) throw new Error("the page has no place for the app");
followAddresses();
render(<App />, root);

/** Edits that an earlier page could not save are sent by this one; also those of a window that was closed since. */
function resume(): void {
  // a part that is missing is there after the page was loaded again
  if (isSomethingKept())
    import("./kept/resume.ts").then(({ resumeKept }) => resumeKept()).catch(() => undefined);
}
resume();
addEventListener("focus", resume);
