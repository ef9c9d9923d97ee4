interface Answer {
  status: number;
}

/**
 * The answer of a call that many others of its kind meet on one item: a 409 is retried, as its `retry-after` asks every client to. What
 * a test then counts does not depend on how long the store takes.
 */
export async function retryBusy<Answered extends Answer>(work: () => Promise<Answered>): Promise<Answered> {
  const answer = await work();
  if (answer.status !== 409) return answer;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return retryBusy(work);
}
