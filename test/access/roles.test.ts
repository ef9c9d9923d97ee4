import { describe, expect, test } from "vitest";
import { higherRole, roleMay } from "#lib/access/roles";
import { type Role, roles } from "#lib/schemas/basics/role";
import { placeScopes } from "#lib/schemas/identity/scopes";

/** What each role may do, written out by hand: `x` may. */
const matrix = `
                               owner creator editor commenter viewer
space|create                   x     -       -      -         -
space|delete                   x     -       -      -         -
space|grant_role               x     -       -      -         -
space|invite_email             x     x       x      -         -
space|invite_link              x     x       -      -         -
space|log_read                 x     -       -      -         -
space|read                     x     x       x      x         x
space|update                   x     -       -      -         -
base|authority_matrix_config   x     x       x      -         -
base|create                    x     x       -      -         -
base|db_connection             x     -       -      -         -
base|delete                    x     x       -      -         -
base|invite_email              x     x       x      -         -
base|invite_link               x     x       -      -         -
base|query_data                x     x       -      -         -
base|read                      x     x       x      x         x
base|read_all                  x     x       x      x         x
base|table_export              x     x       x      x         x
base|table_import              x     x       -      -         -
base|update                    x     x       -      -         -
table|create                   x     x       -      -         -
table|delete                   x     x       -      -         -
table|export                   x     x       x      x         x
table|import                   x     x       -      -         -
table|read                     x     x       x      x         x
table|trash_read               x     x       x      -         -
table|trash_reset              x     x       -      -         -
table|trash_update             x     x       x      -         -
table|update                   x     x       -      -         -
view|create                    x     x       x      -         -
view|delete                    x     x       x      -         -
view|read                      x     x       x      x         x
view|share                     x     x       x      -         -
view|update                    x     x       x      -         -
field|create                   x     x       -      -         -
field|delete                   x     x       -      -         -
field|read                     x     x       x      x         x
field|update                   x     x       -      -         -
record|comment                 x     x       x      x         -
record|create                  x     x       x      -         -
record|delete                  x     x       x      -         -
record|read                    x     x       x      x         x
record|update                  x     x       x      -         -
automation|create              x     x       -      -         -
automation|delete              x     x       -      -         -
automation|read                x     x       x      x         x
automation|update              x     x       -      -         -
table_record_history|read      x     x       x      -         -`;

const [, head = "", ...lines] = matrix.split("\n");
const rows = lines.map((line) => {
  const [scope = "", ...marks] = line.split(/\s+/);
  return { scope, may: roles.filter((_, i) => marks[i] === "x") };
});

test("the table is about every role and every scope of a place", () => {
  expect(head.trim().split(/\s+/)).toEqual(roles);
  expect(rows.map(({ scope }) => scope)).toEqual(placeScopes);
});

test.each(rows)("$scope: $may", ({ scope, may }) => {
  expect(roles.filter((role) => roleMay(role, scope))).toEqual(may);
});

test("each role may less than the one before it", () => {
  for (const { may } of rows) expect(may).toEqual(roles.slice(0, may.length));
});

test("a scope that is none of a place is no role's", () => {
  for (const scope of ["user|email_read", "plugin|read", "nope", "constructor", ""])
    expect(roles.filter((role) => roleMay(role, scope))).toEqual([]);
});

describe("of two roles the better one counts", () => {
  const pairs = roles.flatMap((inBase) => roles.map((inSpace): [Role, Role] => [inBase, inSpace]));
  test.each(pairs)("%s of the base, %s of the space", (inBase, inSpace) => {
    const isBase = roles.indexOf(inBase) <= roles.indexOf(inSpace);
    expect(higherRole(inBase, inSpace)).toEqual(
      isBase ? { role: inBase, from: "base" } : { role: inSpace, from: "space" },
    );
  });

  test("one alone, or none", () => {
    expect(higherRole("viewer", undefined)).toEqual({ role: "viewer", from: "base" });
    expect(higherRole(undefined, "viewer")).toEqual({ role: "viewer", from: "space" });
    expect(higherRole(undefined, undefined)).toBeUndefined();
  });
});
