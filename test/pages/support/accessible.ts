/* Accessibility checks: screen readers, small screens, keyboard. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with the page, one text each; empty if nothing. */
export async function axeFindings(page: Page): Promise<string[]> {
  // the policy of the page allows no foreign script, the tools of the browser do
  const tools = await page.context().newCDPSession(page);
  await tools.send("Runtime.evaluate", { expression: axe });
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 200)).join(" ")))`,
  );
}

/** The part of the DOM that is used here; the types of the tests do not include it. */
interface Part {
  id: string;
  tagName: string;
  outerHTML: string;
  textContent: string | null;
  parentElement: Part | null;
  childNodes: Iterable<{ nodeType: number; textContent: string | null }>;
  labels?: Iterable<Part> | null;
  scrollWidth: number;
  checkVisibility(): boolean;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): { height: number };
  querySelectorAll(selector: string): Iterable<Part>;
}
declare const document: { documentElement: Part };
declare const window: { innerWidth: number };
declare const getComputedStyle: (element: Part) => { color: string; backgroundColor: string };

/** What the page lacks, one text each; empty if nothing. */
export const lacks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const root = document.documentElement;
    const all = (selector: string) => [...root.querySelectorAll(selector)];
    const isShown = (element: Part) => element.checkVisibility();
    const told = (element: Part) => element.outerHTML.slice(0, 120);

    if (root.getAttribute("lang") !== "en") found.push("no language");
    for (const only of ["h1", "main", "body header", "title"])
      if (all(only).length !== 1) found.push(`${all(only).length} × ${only}`);
    for (const never of ["script", "[onclick]", "iframe"])
      if (all(never).length > 0) found.push(`has ${never}`);

    const ids = all("[id]").map(({ id }) => id);
    for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`duplicate id: #${id}`);
    for (const attribute of ["aria-describedby", "aria-labelledby"])
      for (const element of all(`[${attribute}]`))
        for (const id of element.getAttribute(attribute)?.split(" ") ?? [])
          if (!ids.includes(id)) found.push(`${attribute} names no element: ${told(element)}`);

    for (const input of all("input:not([type=hidden], [hidden]), select, textarea")) {
      const name = [...(input.labels ?? [])].map((label) => label.textContent?.trim()).join("");
      if (!name) found.push(`no label: ${told(input)}`);
    }
    for (const pressed of all("button, a, summary"))
      if (!pressed.textContent?.trim()) found.push(`no text: ${told(pressed)}`);

    // targets for a thumb: everything except links within a text
    for (const pressed of all(
      "button, .button, .links a, summary, label.choice, input:not([type=checkbox], [type=radio])",
    ))
      if (isShown(pressed) && pressed.getBoundingClientRect().height < 43.9)
        found.push(`lower than 44 pixels: ${told(pressed)}`);
    if (root.scrollWidth > window.innerWidth) found.push(`${root.scrollWidth} pixels wide`);

    const levels = all("h1, h2, h3").map(({ tagName }) => Number(tagName[1]));
    levels.forEach((level, i) => {
      if (level > (levels[i - 1] ?? 0) + 1) found.push(`h${level} without h${level - 1}`);
    });

    const rgb = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const light = (color: string) => {
      const [r = 0, g = 0, b = 0] = rgb(color).map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (element: Part | null): string => {
      if (!element) return "rgb(255, 255, 255)";
      const color = getComputedStyle(element).backgroundColor;
      return rgb(color)[3] === 0 ? ground(element.parentElement) : color;
    };
    for (const element of all("body *")) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!(hasText || element.tagName === "INPUT") || !isShown(element)) continue;
      const [one, other] = [light(getComputedStyle(element).color), light(ground(element))];
      const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (contrast < 4.5) found.push(`contrast ${contrast.toFixed(1)}: ${told(element)}`);
    }
    return found;
  });
