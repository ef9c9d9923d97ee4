/* If the server has a language model: it extracts the surnames of directors and classifies plots, of 100 movies. */
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { request, type Server } from "./client.ts";
import type { readMovies } from "./movies.ts";
import { progress } from "./progress.ts";

interface Job {
  state: string;
  error?: string;
  progress: { done: number; total?: number };
  counts?: { filled: number; kept: number; failed: number };
}
interface Table {
  id: string;
  fields: { id: string; name: string }[];
}

const count = 100;
const choices = ["Action", "Comedy", "Drama", "Horror", "Romantic Comedy", "Thriller/Suspense"];

/** Says so and does nothing if the server has no model. Throws StartError if the model fills nothing. */
export async function fillMovies(
  server: Server,
  baseId: string,
  movies: Awaited<ReturnType<typeof readMovies>>,
): Promise<void> {
  const { models } = await request<{ models: { modelKey: string }[] }>(server, "GET", "/ai/models");
  const [model] = models;
  if (!model) {
    say("No language model is configured (docs/guide/ai.md), so no cells are filled by one");
    return;
  }
  const table = await plotsTable(server, baseId, movies);
  await fill(server, table, {
    ...{ type: "singleLineText", name: "Surname" },
    aiConfig: {
      ...{ modelKey: model.modelKey, type: "extraction", sourceFieldId: table.fields[1]?.id },
      attachPrompt: "Only the surname of the director.",
    },
  });
  await fill(server, table, {
    ...{ type: "singleSelect", name: "Kind", options: { choices: choices.map((name) => ({ name })) } },
    aiConfig: { modelKey: model.modelKey, type: "classification", sourceFieldId: table.fields[1]?.id },
  });
}

async function plotsTable(
  server: Server,
  baseId: string,
  movies: Awaited<ReturnType<typeof readMovies>>,
): Promise<Table> {
  const told = movies.filter((movie) => movie["Director"] && movie["Major Genre"]).slice(0, count);
  const records = told.map((movie) => ({
    fields: {
      Title: String(movie["Title"]),
      Plot: `${movie["Title"]} is a film of the genre ${movie["Major Genre"]}. It was directed by ${movie["Director"]} and released on ${movie["Release Date"]}.`,
    },
  }));
  const fields = [
    { type: "singleLineText", name: "Title" },
    { type: "longText", name: "Plot" },
  ];
  return request<Table>(server, "POST", `/base/${baseId}/table/`, { name: "Plots", fields, records });
}

/** Makes the field, fills it, and shows how far it is. */
async function fill(
  server: Server,
  { id }: Table,
  field: { name: string; [member: string]: unknown },
): Promise<void> {
  const { id: fieldId } = await request<{ id: string }>(server, "POST", `/table/${id}/field`, field);
  const path = `/table/${id}/field/${fieldId}/auto-fill`;
  const { jobId } = await request<{ jobId: string }>(server, "POST", path, { mode: "empty" });
  const show = progress(field.name, count);
  for (;;) {
    const job = await request<Job>(server, "GET", `/table/${id}/job/${jobId}`);
    show(job.progress.done);
    if (job.state === "failed") throw new StartError(`\nthe model fills no cells: ${job.error}`);
    if (job.state === "done") {
      const { filled = 0, failed = 0 } = job.counts ?? {};
      say(`${field.name}: ${filled} of ${count} cells filled by a model, ${failed} answers unusable`);
      if (filled === 0) throw new StartError("the model gave no answer that a cell can hold");
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
