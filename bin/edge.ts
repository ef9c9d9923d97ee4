/* npx cdk deploy --app "node bin/edge.ts": the stack with what CloudFront uses in us-east-1 (docs/operations/cdn.md). */
import { StartError } from "#lib/local/process/start-error";
import { synthesizeEdge } from "#lib/stack/edge";

try {
  const { line, violations } = synthesizeEdge();
  for (const violation of violations) console.error(violation);
  console.log(line);
  if (violations.length > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
