/* What fingers do in a grid is loaded where there are any. */
import type { TouchedGrid } from "./grid-touch.ts";

/** Follows the fingers in a grid, until the signal ends it. */
export function followTouch(touched: TouchedGrid, signal: AbortSignal): void {
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    import("./grid-touch.ts").then(
      ({ listenToFingers }) => signal.aborted || listenToFingers(touched, signal),
      () => {
        hasBegun = false;
      },
    );
  };
  if (matchMedia("(any-pointer: coarse)").matches) begin();
  touched.host.addEventListener("pointerdown", ({ pointerType }) => pointerType === "touch" && begin(), {
    signal,
  });
}
