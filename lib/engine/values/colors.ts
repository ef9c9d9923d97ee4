import * as z from "zod";

const hues = ["blue", "cyan", "gray", "green", "orange", "pink", "purple", "red", "teal", "yellow"] as const;
const shades = ["Light2", "Light1", "Bright", "", "Dark1"] as const;

type Color = `${(typeof hues)[number]}${(typeof shades)[number]}`;

const colors = hues.flatMap((hue) => shades.map((shade): Color => `${hue}${shade}`));

export const Color = z.lazy(() => z.enum(colors));

/** Any color, rather one that is not used yet. */
export function pickColor(used: Iterable<Color>): Color {
  const taken = new Set(used);
  const free = colors.filter((color) => !taken.has(color));
  const pool = free.length > 0 ? free : colors;
  return pool[Math.floor(Math.random() * pool.length)] ?? "blue";
}
