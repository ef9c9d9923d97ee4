/*
 * How long a call waits for the store: the time in which at least one request is running.
 *
 *   ├───a────┤    ├─c─┤       3 requests, busy for  ████████    ███
 *     ├──b───┤
 *
 * One meter for the whole process, because a Lambda instance serves one call at a time.
 */
const meter = { requests: 0, running: 0, since: 0, busy: 0 };

/** Runs a request to the store and counts it; returns its answer. */
export async function measureRequest<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  meter.requests++;
  if (meter.running++ === 0) meter.since = performance.now();
  try {
    return await request();
  } finally {
    if (--meter.running === 0) meter.busy += performance.now() - meter.since;
  }
}

/** The requests and the busy milliseconds since the last call of this function, which resets the meter. */
export function readMeter(): { requests: number; milliseconds: number } {
  const now = performance.now();
  if (meter.running > 0) meter.busy += now - meter.since;
  const used = { requests: meter.requests, milliseconds: meter.busy };
  Object.assign(meter, { requests: 0, since: now, busy: 0 });
  return used;
}
