/* Prompts between people, who see names of fields, and the server, which has ids. */
import { expect, test } from "vitest";
import {
  fieldInPrompt,
  fieldsOfPrompt,
  showPrompt,
  storePrompt,
  unknownInPrompt,
} from "#lib/web/browser/ai/prompt-text";

const plot = { id: "fldPlot000000000000", name: "Plot" };
const odd = { id: "fldOdd0000000000000", name: "a}b" };
const fields = [plot, odd];

test("names become ids and come back; a name with braces stays an id; another word stays as it is", () => {
  const text = "Who made {Plot}, {a}b} or {Other}?";
  const stored = storePrompt(text, fields);
  expect(stored).toBe("Who made {fldPlot000000000000}, {a}b} or {Other}?");
  expect(showPrompt(stored, fields)).toBe(text);
  expect(fieldInPrompt(odd)).toBe("{fldOdd0000000000000}");
  expect(showPrompt(fieldInPrompt(odd), fields)).toBe("{fldOdd0000000000000}");
  expect(storePrompt(showPrompt(`${fieldInPrompt(plot)}${fieldInPrompt(odd)}`, fields), fields)).toBe(
    "{fldPlot000000000000}{fldOdd0000000000000}",
  );
});

test("a prompt says which fields it reads, each once, and which names are none", () => {
  const prompt = "{fldPlot000000000000} {fldPlot000000000000} {else} {}";
  expect(fieldsOfPrompt(prompt, fields)).toEqual([plot]);
  expect(unknownInPrompt(prompt, fields)).toEqual(["else"]);
});
