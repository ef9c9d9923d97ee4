/* Signs that are drawn: not every machine has a font with them. */
const paths = {
  previous: "M8 14V2M3 7l5-5 5 5",
  next: "M8 2v12M3 9l5 5 5-5",
  close: "M3 3l10 10M13 3 3 13",
  handle: "M2 5h12M2 8h12M2 11h12",
} as const;

export const Icon = ({ name }: { name: keyof typeof paths }) => <Sign path={paths[name]} />;

/** A drawing of lines in a square of 16 units. What it means is said by the text beside it or the label of its button. */
export const Sign = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);
