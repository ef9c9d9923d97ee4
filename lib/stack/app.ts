/* The CDK app: bundles the functions, then defines the stacks. Findings of cdk-nag fail the synthesis. */
import { App, type AppProps, Validations } from "aws-cdk-lib";
import { CURRENTLY_RECOMMENDED_FLAGS } from "aws-cdk-lib/cx-api";
import { AwsSolutionsChecks } from "cdk-nag";
import { readRegistry } from "#lib/registry";
import { bundle } from "./bundle.ts";
import { constantsOf } from "./constants.ts";
import { derivedActions } from "./permissions.ts";
import { Service } from "./service.ts";
import { readSettings } from "./settings.ts";

/** `folder` is where the bundles are written. Tests give those that they have made already. */
export async function makeApp(
  folder: string,
  props?: AppProps,
  makeBundles: typeof bundle = bundle,
): Promise<App> {
  const app = new App({
    analyticsReporting: false,
    ...props,
    context: { ...CURRENTLY_RECOMMENDED_FLAGS, ...props?.context },
  });
  const settings = readSettings(app);
  const constants = constantsOf(settings);
  const registry = await readRegistry();
  const [areas, granted] = await Promise.all([
    makeBundles(registry, folder, constants),
    derivedActions(registry, constants),
  ]);
  new Service(app, "Gridless", { areas, consumers: registry.consumers, granted, settings });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
