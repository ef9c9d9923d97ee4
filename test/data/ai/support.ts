/* Tables with fields that a stand-in for a model fills. */
import { handler as autoFillCell } from "#functions/field/auto-fill-cell";
import { handler as autoFillField } from "#functions/field/auto-fill-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { jobOf, runToEnd } from "#test/support/events/jobs";
import { actionsOf } from "#test/support/makers/actions";
import { aFieldId } from "#test/support/makers/ids";
import { type aBase, aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Where = [owner?: Someone, place?: Awaited<ReturnType<typeof aBase>>];

/** A table with the fields Plot and Filled, the second of which is filled from the first, and a record for each plot. */
export async function aFilledTable(
  plots: (string | { Plot?: string; Filled?: unknown })[],
  filled: object = {},
  ...where: Where
) {
  const [plot, target] = [aFieldId(), aFieldId()];
  const made = await aTable(
    {
      fields: [
        { type: "longText", name: "Plot", id: plot },
        {
          type: "singleLineText",
          name: "Filled",
          id: target,
          aiConfig: { modelKey: "m", type: "extraction", sourceFieldId: plot },
          ...filled,
        },
      ],
      records: plots.map((each) => ({ fields: typeof each === "string" ? { Plot: each } : each })),
    },
    ...where,
  );
  const { owner: as, tableId, baseId } = made;
  const params = { tableId, fieldId: target };
  return {
    ...made,
    plot,
    target,
    recordIds: (made.table.records as { id: string }[]).map(({ id }) => id),
    configure: async (aiConfig: object) => {
      const answer = await call(updateField, { as, params, body: { aiConfig } });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    start: async (body: object = {}) => {
      const answer = await call(autoFillField, { as, params, body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.jobId;
    },
    startCell: async (recordId: string) =>
      (await call(autoFillCell, { as, params: { ...params, recordId } })).body.jobId,
    /** Runs the job to its end, and gives it. */
    end: async (jobId: Parameters<typeof runToEnd>[0]) => {
      await runToEnd(jobId, baseId);
      return jobOf(jobId, baseId);
    },
    cells: async () =>
      (await actionsOf(as).list(made, { take: "1000" })).map((cells) => cells["Filled"] ?? null),
    field: async () =>
      (await call(listFields, { as, params: { tableId } })).body.find(
        ({ id }: { id: string }) => id === target,
      ),
  };
}
