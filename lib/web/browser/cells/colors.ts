/* The colours of choices: a hue mixed into the ground, so that the text on it can be read, light and dark. */
const hues: Record<string, string> = {
  blue: "#2d7ff9",
  cyan: "#18bfff",
  gray: "#777f8a",
  green: "#20a049",
  orange: "#ff7a1a",
  pink: "#f0359d",
  purple: "#8b46ff",
  red: "#e5384f",
  teal: "#14b8a0",
  yellow: "#e8b004",
};
/** How much of the hue is mixed in, in percent. */
const shares: Record<string, number> = { Light2: 16, Light1: 22, Bright: 30, "": 34, Dark1: 38 };

/** The CSS colour for a colour of a choice, such as `blueLight2`. */
export function colorOf(name: string): string {
  const [, hue = "", shade = ""] = /^([a-z]+)([A-Z].*)?$/.exec(name) ?? [];
  return `color-mix(in srgb, ${hues[hue] ?? hues["gray"]} ${shares[shade] ?? 34}%, var(--sheet))`;
}

/** The names of all colours, the shades of a hue beside each other. */
export const colorNames: readonly string[] = Object.keys(hues).flatMap((hue) =>
  Object.keys(shares).map((shade) => hue + shade),
);
