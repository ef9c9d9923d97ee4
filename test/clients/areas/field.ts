import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, tableId }: World): Promise<void> {
  const params = { path: { tableId } };
  const field = await got(
    client.POST("/table/{tableId}/field", {
      params,
      body: {
        type: "longText",
        name: "Notes",
        aiConfig: { modelKey: "gpt-5", type: "customization", prompt: "Say more." },
      },
    }),
  );
  if (field.type !== "longText") throw new Error("not the field that was asked for");
  expect(field.aiConfig?.type).toBe("customization");
  await client.POST("/table/{tableId}/field", {
    params,
    // @ts-expect-error numbers are not summed up in words
    body: { type: "number", aiConfig: { modelKey: "gpt-5", type: "summary", sourceFieldId: field.id } },
  });
  // @ts-expect-error there is no such type
  await client.POST("/table/{tableId}/field", { params, body: { type: "text" } });
  await client.POST("/table/{tableId}/field", {
    params,
    // @ts-expect-error a rating has an icon of these
    body: { type: "rating", options: { icon: "dog", color: "redBright", max: 5 } },
  });

  for (const each of await got(client.GET("/table/{tableId}/field", { params }))) {
    if (each.type === "singleSelect") {
      expect(each.options.choices.map(({ id, name }) => [id.slice(0, 3), name])).toContainEqual([
        "cho",
        "light",
      ]);
      // @ts-expect-error `type` says that there is no formatting
      expect(each.options.formatting).toBeUndefined();
    }
    if (each.type === "number") expect(each.options.formatting.type).toBe("decimal");
    // @ts-expect-error not every field has choices
    expect([undefined, each.options.choices]).toContain(undefined);
  }
}
