/* The CDK app: bundles the functions, then defines the stacks. Findings of cdk-nag fail the synthesis. */
import { App, type AppProps, Validations } from "aws-cdk-lib";
import { ASSET_RESOURCE_METADATA_ENABLED_CONTEXT, CURRENTLY_RECOMMENDED_FLAGS } from "aws-cdk-lib/cx-api";
import { AwsSolutionsChecks } from "cdk-nag";
import { readRegistry } from "#lib/registry";
import { bundle } from "./bundles/bundle.ts";
import { constantsOf } from "./bundles/constants.ts";
import { derivedActions } from "./functions/permissions.ts";
import { Service, type ServiceProps } from "./service.ts";
import { readSettings } from "./settings.ts";

/** All parts of a service except its settings: its code, and what the code may do. */
export type Parts = Omit<ServiceProps, "settings">;

/** `folder` is where the bundles are written. Tests pass a `makeBundles` that gives bundles made before. */
export async function makeApp(
  folder: string,
  props?: AppProps,
  makeBundles: typeof bundle = bundle,
): Promise<{ app: App; parts: Parts }> {
  const app = openApp(props);
  const settings = readSettings(app);
  const registry = await readRegistry();
  const constants = constantsOf(settings, registry.consumers);
  const [areas, granted] = await Promise.all([
    makeBundles(registry, folder, constants),
    derivedActions(registry, constants),
  ]);
  const parts = { areas, granted, consumers: registry.consumers };
  new Service(app, serviceId, { ...parts, settings });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { app, parts };
}

/** The same service for another stage, in an app of its own that cdk-nag does not look at. */
export function makeAppOfStage(stage: string, parts: Parts, props: AppProps): App {
  const app = openApp({ ...props, postCliContext: { ...props.postCliContext, stage } });
  new Service(app, serviceId, { ...parts, settings: readSettings(app) });
  return app;
}

/** The id of the service in the app: its template is `Gridless.template.json`. */
const serviceId = "Gridless";

const openApp = (props?: AppProps): App =>
  new App({
    analyticsReporting: false,
    ...props,
    context: {
      ...CURRENTLY_RECOMMENDED_FLAGS,
      // says which file is the template of a nested stack (limits/stacks.ts)
      [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true,
      ...props?.context,
    },
  });
