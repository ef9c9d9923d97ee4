/* The parts of an error that tests compare: its status, and the paths of its issues. */
import type { Answer } from "./call.ts";

interface Problem {
  data?: { issues?: { path: string; message: string }[] };
}

export const refusal = ({ status, body }: Answer<unknown>) => ({
  status,
  paths: (body as Problem).data?.issues?.map(({ path }) => path) ?? [],
});
