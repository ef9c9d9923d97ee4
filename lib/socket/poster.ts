/* Who sends texts to connections: API Gateway, or the gateway of one machine, which says so at its start. */

export interface Poster {
  /** Sends a text; false if the connection is gone. */
  post(connection: string, text: string): Promise<boolean>;
  /** Ends a connection that may be gone. API Gateway cannot send the code: the error that was sent before says the same. */
  close(connection: string, code: number): Promise<void>;
}

let here: Poster | undefined;

/** On one machine: sets who sends. */
export function postBy(poster: Poster): void {
  here = poster;
}

/** The poster; that of API Gateway is loaded at the first use, because one machine needs none of it. */
export const getPoster = async (): Promise<Poster> => here ?? (await import("./api-poster.ts")).apiPoster;
