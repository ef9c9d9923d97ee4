/* What the types of an endpoint follow from: its path, and what it answers. */
import type * as z from "zod";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import type { SpaceItem } from "#lib/data/spaces/spaces";
import type { Answer, File, Page, Redirect } from "./definition.ts";

/** The names in the braces of a path. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

export type Place<Path extends string> = ("spaceId" extends NamesIn<Path> ? { space: SpaceItem } : unknown) &
  ("baseId" extends NamesIn<Path> ? { base: BaseItem } : unknown) &
  ("tableId" extends NamesIn<Path> ? { table: TableItem } : unknown);
export type Value<Response extends Answer> = Response extends { shape: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : Response extends { file: true }
    ? File
    : Response extends { page: true }
      ? Page | Redirect
      : Response extends { redirect: true }
        ? Redirect
        : void;
/** As `placeIn` says. */
export type BaseOrTable = { base: BaseItem; table?: undefined } | { base?: undefined; table: TableItem };
export type Awaitable<T> = T | Promise<T>;
