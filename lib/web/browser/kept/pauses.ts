/* When what did not reach the server is sent again, and when it is said that it waits: for edits and comments alike. In milliseconds. */

/** Until it is sent again: at first, and at most. */
export const [firstPause, longestPause] = [500, 5000];
/** After which it is said that the server does not answer. */
export const patience = 1500;
