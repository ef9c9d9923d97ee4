/* Where a stack is deployed, with the values of CloudFormation's pseudo parameters. */
import { RegionInfo } from "aws-cdk-lib/region-info";

export interface Place {
  region: string;
  /** The domain of AWS there: `amazonaws.com`, `amazonaws.com.cn` … */
  urlSuffix: string;
  partition: string;
  account: string;
}

export const placeOf = (region: string): Place => {
  const { domainSuffix = "amazonaws.com", partition = "aws" } = RegionInfo.get(region);
  return { region, urlSuffix: domainSuffix, partition, account: "123456789012" };
};

/** The region whose name, domain and partition are the longest together: values that contain them are the longest there. */
export function longestPlace(): Place {
  const lengthOf = ({ region, urlSuffix, partition }: Place) =>
    region.length + urlSuffix.length + partition.length;
  const [longest] = RegionInfo.regions
    .map(({ name }) => placeOf(name))
    .sort((one, other) => lengthOf(other) - lengthOf(one));
  if (!longest) throw new Error("aws-cdk-lib knows no region");
  return longest;
}
