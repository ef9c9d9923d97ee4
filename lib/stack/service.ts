/* The whole service: the store and the API here, the functions in a nested stack for each area. */
import { CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Registered } from "#lib/registry";
import { Alarms } from "./alarms.ts";
import { Area } from "./area.ts";
import type { AreaBundle } from "./bundle.ts";
import { dashboard } from "./dashboard.ts";
import { httpApi, tooManyRequests } from "./http-api.ts";
import type { Settings } from "./settings.ts";
import { storeTable } from "./store-table.ts";

export interface ServiceProps {
  areas: AreaBundle[];
  actionsOf: (registered: Registered) => string[];
  settings: Settings;
}

export class Service extends Stack {
  constructor(scope: Construct, id: string, { areas, actionsOf, settings }: ServiceProps) {
    super(scope, id, {
      stackName: `gridless-${settings.stage}`,
      description: "Gridless: a table database without servers",
    });
    const store = storeTable(this, settings);
    const open = httpApi(this, settings);
    const { api, accessLog, url } = open;
    const made = areas.map(
      (bundle) => new Area(this, idOf(bundle), { bundle, api, store, actionsOf, settings }),
    );
    const tooMany = tooManyRequests(open, settings);
    new Alarms(this, "Alarms", { api, store, tooMany, settings });
    dashboard(this, { api, store, tooMany, accessLog, areas: made, settings });

    new CfnOutput(this, "ApiUrl", { value: url });
    new CfnOutput(this, "StoreName", { value: store.tableName });
  }
}

/** In capitals as CloudFormation's ids are. It names the resources for good: another id is another, empty resource. */
const idOf = ({ area }: AreaBundle) => `${area.charAt(0).toUpperCase()}${area.slice(1)}Area`;
