/* A function that is called from time to time. It may be called twice, or late. */

export interface ScheduleDefinition {
  summary: string;
  everyMinutes: number;
}

export interface Scheduled {
  (): Promise<void>;
  schedule: ScheduleDefinition;
}

/** `now` is ISO 8601 UTC. */
export const scheduled = (schedule: ScheduleDefinition, handle: (now: string) => Promise<void>): Scheduled =>
  Object.assign(() => handle(new Date().toISOString()), { schedule });
