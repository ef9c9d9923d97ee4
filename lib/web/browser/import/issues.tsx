/* Cells and rows of a file that do not fit, with the reasons. */
import type { BadLine } from "#lib/schemas/basics/bad-line";
import { importTexts } from "./texts.ts";

export const Issues = ({ issues }: { issues: BadLine[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
  <ul class="reasons" aria-label={importTexts.issues} tabIndex={0}>
    {issues.map(({ line, column, cell, name, message }) => (
      <li key={`${line} ${column} ${message}`}>
        {importTexts.issue(cell ?? importTexts.row(line), name, message)}
      </li>
    ))}
  </ul>
);
