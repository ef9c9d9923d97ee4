/* A progress bar that is redrawn in a terminal; elsewhere it prints a line for each tenth. */
const width = 32;

export function progress(title: string, total: number): (done: number) => void {
  let tenth = -1;
  return (done) => {
    const share = total === 0 ? 1 : done / total;
    const line = `${title.padEnd(10)} ${"█".repeat(Math.round(share * width)).padEnd(width, "░")} ${done} of ${total}`;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${share === 1 ? "\n" : ""}`);
    else if (Math.floor(share * 10) > tenth) console.log(line);
    tenth = Math.floor(share * 10);
  };
}
