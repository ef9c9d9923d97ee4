/*
 * Parts of the app that are loaded when they are first shown. After a deployment the server no longer has the parts of an older page:
 * then the page is loaded again, once.
 */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { ProblemBox } from "./problem.tsx";
import { appTexts } from "./texts.ts";

const reloadedFor = "gridless-reloaded-for";

/** Makes a component of one that is imported when it is first shown. */
export function showLate<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const state = useSignal<"loading" | "ready" | "failed">(known ? "ready" : "loading");
    // at once: an effect would wait for a frame
    useLayoutEffect(() => {
      if (known) return;
      load().then(
        (component) => {
          known = component;
          sessionStorage.removeItem(reloadedFor);
          state.value = "ready";
        },
        async () => {
          if (!(await reloadOnce())) state.value = "failed";
        },
      );
    }, []);
    if (state.value === "failed")
      return <ProblemBox text={appTexts.oldPage} retry={() => location.reload()} />;
    const Component = known;
    return state.value === "ready" && Component ? (
      <Component {...props} />
    ) : (
      <p class="late">{appTexts.loading}</p>
    );
  };
}

/** Loads the page again, if the server answers and that was not tried before; otherwise gives false. */
export async function reloadOnce(): Promise<boolean> {
  if (sessionStorage.getItem(reloadedFor) === location.pathname) return false;
  const answers = await fetch(location.pathname, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers) return false;
  sessionStorage.setItem(reloadedFor, location.pathname);
  location.reload();
  return true;
}
