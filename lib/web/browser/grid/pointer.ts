/* Selecting by drag. A finger scrolls. */

/** While the button is held, says over which element the pointer is. */
export function dragSelection(begun: PointerEvent, over: (element: Element) => void): void {
  if (begun.pointerType === "touch") return;
  const ending = new AbortController();
  const { signal } = ending;
  const drag = ({ clientX, clientY }: PointerEvent) => {
    const under = document.elementFromPoint(clientX, clientY);
    if (under) over(under);
  };
  addEventListener("pointermove", drag, { signal });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => ending.abort(), { signal });
}
