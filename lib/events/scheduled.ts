/* A function that runs on a schedule. It may run twice, or late. */

export interface ScheduleDefinition {
  summary: string;
  everyMinutes: number;
}

export interface Scheduled {
  (): Promise<void>;
  schedule: ScheduleDefinition;
}

/** Makes a scheduled function. `now` is ISO 8601 in UTC. */
export const scheduled = (schedule: ScheduleDefinition, handle: (now: string) => Promise<void>): Scheduled =>
  Object.assign(() => handle(new Date().toISOString()), { schedule });
