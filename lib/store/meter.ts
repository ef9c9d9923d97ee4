/*
 * How much of a call's time was the store's: the time in which at least one request was on its way.
 *
 *   ├───a────┤    ├─c─┤       3 requests, busy for  ████████    ███
 *     ├──b───┤
 *
 * One for the process, as a Lambda serves one call at a time.
 */
const meter = { requests: 0, running: 0, since: 0, busy: 0 };

export async function measureRequest<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  meter.requests++;
  if (meter.running++ === 0) meter.since = performance.now();
  try {
    return await request();
  } finally {
    if (--meter.running === 0) meter.busy += performance.now() - meter.since;
  }
}

/** What was used since this was asked last. */
export function readMeter(): { requests: number; milliseconds: number } {
  const now = performance.now();
  if (meter.running > 0) meter.busy += now - meter.since;
  const used = { requests: meter.requests, milliseconds: meter.busy };
  Object.assign(meter, { requests: 0, since: now, busy: 0 });
  return used;
}
