/* The samples that the types of numbers have in common. */
import fc from "fast-check";
import { no, none, type Row } from "./samples.ts";

/** How numbers are shown: options as sent. */
export const numberFormatting = fc.record({
  type: fc.constantFrom("decimal", "percent"),
  precision: fc.integer({ min: 0, max: 5 }),
});

/** Values that no type of numbers reads. */
export const noNumbers: Row[] = [
  ["not a number", "abc", no, no],
  ["the word NaN", "NaN", no, no],
  ["infinity", "-Infinity", no, no],
  ["a yes", true, no, no],
  ["a list", [1], no, no],
  ["an object", { number: 1 }, no, no],
  ["white space", " ", no, none],
];
