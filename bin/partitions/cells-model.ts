/*
 * How many cells (docs/design/cells.md) so many bases need, and what they hold and cost. Bases are drawn by chance with a seed, so that a few are
 * very large, as in life; spaces of some bases each are put into the newest cell until it takes half of a quota. Nothing is measured
 * here: units and prices of calls are those of docs/operations/costs.md.
 */

/** A row of the table of calls in docs/operations/costs.md. */
export interface CallCost {
  readUnits: number;
  writtenUnits: number;
  /** USD for a million. */
  price: number;
}

/** What a stack may take in a second; `raised`: after AWS raised it, which has to be asked for. */
const quotas = {
  usual: { calls: 10_000, readUnits: 40_000, writtenUnits: 40_000, executions: 1000 },
  raised: { calls: 40_000, readUnits: 400_000, writtenUnits: 400_000, executions: 10_000 },
} as const;
type Quotas = (typeof quotas)[keyof typeof quotas];

/** Of 100 calls. */
const mix = { "get a record": 35, "list 100 records": 45, "update a record": 15, "create a record": 5 };
/** Calls of a base in a second when most people work: 10 people, of whom one in a hundred makes a call a second. */
const callsAtPeak = 0.1;
/** The mean of a month, as a part of the peak. */
const meanOfPeak = 0.25;
const secondsPerMonth = 30 * 86_400;
const basesPerSpace = 5;
/** Seconds of a function for a call, with what follows from it. */
const secondsPerCall = 0.05;
/** For each record: itself, a position or an entry of an index, and two edits kept in its history. */
const itemsPerRecord = 4;
const bytesPerRecord = 2200;
const typicalRecords = 500;
/** Of the logarithm: one base in 740 has more than 200,000 records. */
const spread = 2;
const mostRecords = 5_000_000;
/** GB-month, with point-in-time recovery. */
const storagePrice = 0.45;
/** What a partition of DynamoDB holds. */
const bytesPerPartition = 10e9;
/** A cell is full when it takes this part of a quota. */
const fullAt = 0.5;

export interface Growth {
  spaces: number;
  records: number;
  items: number;
  terabytes: number;
  partitions: number;
  callsAtPeak: number;
  /** Thousands of USD a month: for calls with all that follows, and for what is stored. */
  monthly: { calls: number; stored: number };
  cells: { usual: number; raised: number };
  /** The part of a quota that the fullest cell takes. */
  fullest: number;
}

/** The means of a call of the mix. */
function meanCall(costs: ReadonlyMap<string, CallCost>): CallCost {
  const mean = { readUnits: 0, writtenUnits: 0, price: 0 };
  for (const [title, share] of Object.entries(mix)) {
    const cost = costs.get(title);
    if (!cost) throw new Error(`no call is called ${title}`);
    mean.readUnits += (cost.readUnits * share) / 100;
    mean.writtenUnits += (cost.writtenUnits * share) / 100;
    mean.price += (cost.price * share) / 100;
  }
  return mean;
}

/** Draws so many bases, and puts their spaces into cells. */
export function simulateGrowth(bases: number, costs: ReadonlyMap<string, CallCost>): Growth {
  const call = meanCall(costs);
  const usual = fillCells(quotas.usual, call);
  const raised = fillCells(quotas.raised, call);
  const draw = drawNormal(bases);
  let records = 0;
  let calls = 0;
  for (let space = 0; space * basesPerSpace < bases; space++) {
    let inSpace = 0;
    for (let i = 0; i < basesPerSpace; i++) {
      const own = Math.min(mostRecords, typicalRecords * Math.exp(spread * draw()));
      records += own;
      // a base with four times as many records has twice as many calls; the mean is `callsAtPeak`
      inSpace += (callsAtPeak * Math.sqrt(own / typicalRecords)) / Math.exp(spread ** 2 / 8);
    }
    calls += inSpace;
    usual.put(inSpace);
    raised.put(inSpace);
  }
  const bytes = records * bytesPerRecord;
  return {
    spaces: Math.ceil(bases / basesPerSpace),
    records,
    items: records * itemsPerRecord,
    terabytes: bytes / 1e12,
    partitions: Math.max(Math.ceil(bytes / bytesPerPartition), Math.ceil((calls * call.readUnits) / 3000)),
    callsAtPeak: calls,
    monthly: {
      calls: (calls * meanOfPeak * secondsPerMonth * call.price) / 1e9,
      stored: ((bytes / 1e9) * storagePrice) / 1000,
    },
    cells: { usual: usual.count(), raised: raised.count() },
    fullest: Math.max(usual.fullest(), raised.fullest()),
  };
}

/** Cells that are filled one after the other, by the calls a second of their spaces. */
function fillCells(quota: Quotas, { readUnits, writtenUnits }: CallCost) {
  const perCall = Math.max(
    1 / quota.calls,
    readUnits / quota.readUnits,
    writtenUnits / quota.writtenUnits,
    secondsPerCall / quota.executions,
  );
  const cells = [0];
  function put(calls: number): void {
    const used = calls * perCall;
    const last = cells.at(-1) ?? 0;
    if (last > 0 && last + used > fullAt) cells.push(used);
    else cells[cells.length - 1] = last + used;
  }
  return { put, count: () => cells.length, fullest: () => Math.max(...cells) };
}

/** Numbers of the normal distribution, the same for a seed (xorshift, and the method of Box and Muller). */
function drawNormal(seed: number): () => number {
  let state = seed >>> 0 || 1;
  function uniform(): number {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return (state + 0.5) / 2 ** 32;
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
