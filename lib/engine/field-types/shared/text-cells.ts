/* The common part of the text types. Each type cleans its text with its own `tidy`. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { removable } from "#lib/schemas/basics/object";
import { type FieldType, Refusal } from "./field-type.ts";
import { statisticsOf } from "./statistics.ts";
import { textCell, textOf } from "./text.ts";

interface TextOptions {
  defaultValue?: string | undefined;
}

type Tidy = (text: string) => string;

/** The schema of `defaultValue`. */
export const defaultText = (tidy: Tidy) => removable(z.string().overwrite(tidy).max(limits.textLength));

/** The members of a text type, except its name and options. */
export const textCells = (tidy: Tidy) =>
  ({
    initialOptions: () => ({}),
    cellValueType: "string",
    dbFieldType: () => "TEXT",
    isMultiple: () => false,
    canBe: { primary: true, unique: true, notNull: true },
    ai: "text",
    family: () => "text",
    statistics: () => statisticsOf.text,
    initialCell: ({ defaultValue }) => defaultValue || undefined,
    read: (value) => (typeof value === "string" ? textCell(tidy(value)) : new Refusal("must be text")),
    typecast: (value) => textCell(tidy(textOf(value))),
    json: (cell) => cell,
    text: (cell) => cell,
  }) satisfies Omit<FieldType<TextOptions, string>, "type" | "defaultName" | "options">;
