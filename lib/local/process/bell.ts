/** A signal that many can wait for, and that can be given again and again. */
export interface Bell {
  ring(): void;
  /** Settles when `ring` is called next. */
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
