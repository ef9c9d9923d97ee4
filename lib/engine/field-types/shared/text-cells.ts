/* What fields of text have in common: cells of text that is tidied up in the type's own way. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { type FieldType, Refusal } from "./field-type.ts";
import { statisticsOf } from "./statistics.ts";
import { textCell, textOf } from "./text.ts";

interface TextOptions {
  defaultValue?: string | undefined;
}

type Tidy = (text: string) => string;

export const defaultText = (tidy: Tidy) => z.string().overwrite(tidy).max(limits.textLength).optional();

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
