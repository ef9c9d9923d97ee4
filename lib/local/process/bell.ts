/** Something that many can wait for, again and again. */
export interface Bell {
  ring(): void;
  /** Settles at the first ring after this call. */
  next(): Promise<void>;
}

export function makeBell(): Bell {
  let current = Promise.withResolvers<void>();
  function ring(): void {
    current.resolve();
    current = Promise.withResolvers<void>();
  }
  return { ring, next: () => current.promise };
}
