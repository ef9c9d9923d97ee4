/* An error as tests compare it: its status, and what its issues are about. */
import type { Answer } from "./call.ts";

interface Problem {
  data?: { issues?: { path: string; message: string }[] };
}

export const refusal = ({ status, body }: Answer<unknown>) => ({
  status,
  paths: (body as Problem).data?.issues?.map(({ path }) => path) ?? [],
});
