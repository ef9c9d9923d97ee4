/* What is said of edits that were kept. */
export const keptTexts = {
  signOut: "Sign out",
  signOutHint: "This browser keeps nothing of your changes then.",
  signOutLoses: (records: number, comments: number) => {
    const changes = `Changes of ${records} ${records === 1 ? "record" : "records"}`;
    const written = `${comments} ${comments === 1 ? "comment" : "comments"}`;
    const all = records === 0 ? written : comments === 0 ? changes : `${changes} and ${written}`;
    return `${all} did not reach the server, and wait in this browser. What waits is given up when you sign out.`;
  },
  oldTitle: "Send changes from before?",
  oldHint: (count: number, moment: string) =>
    `${count} ${count === 1 ? "change" : "changes"} of ${moment} and later did not reach the server, and ${count === 1 ? "waits" : "wait"} in this browser for over a day. Others may have changed the same cells since then.`,
  sendOld: "Send them",
  giveUpOld: "Give them up",
  later: "Decide later",
  unread: (count: number) =>
    `${count} kept ${count === 1 ? "change" : "changes"} could not be read in this browser, and ${count === 1 ? "is" : "are"} lost.`,
  refused: (reason: string) => `A change that waited was not saved: ${reason}`,
  refusedComment: (reason: string) => `A comment was not saved: ${reason}`,
  otherAccount:
    "Another account is signed in now. Changes of the account before it wait in this browser until it signs in again; load the page again.",
} as const;
