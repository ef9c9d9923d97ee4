// Preloaded before TypeScript is: an older Node would only complain of an unknown file extension.
const [major] = process.versions.node.split(".");
if (Number(major) < 24) {
  console.error(
    `Gridless needs Node 24, this is ${process.version}: run it through npm, which brings one, or install Node 24`,
  );
  process.exit(1);
}
require("./compile-cache.cjs");
