/* The menu of the statistics of a column. It is loaded when the first one is opened. */
import type { StatisticFunction } from "#lib/engine/field-types/shared/statistics";
import type { Field } from "#lib/schemas/tables/field";
import { PopoverMenu } from "../headers/popover-menu.tsx";
import { statisticsFor } from "./statistics.ts";
import { summaryTexts } from "./texts.ts";

interface SummaryMenuProps {
  field: Field;
  chosen: StatisticFunction | undefined;
  anchor: HTMLElement;
  choose: (name: StatisticFunction | null) => void;
  close: () => void;
}

export const SummaryMenu = ({ field, chosen, anchor, choose, close }: SummaryMenuProps) => (
  <PopoverMenu
    label={summaryTexts.nameOf(field.name, "")}
    anchor={anchor}
    close={close}
    choices={[
      { text: summaryTexts.none, isChosen: !chosen, act: () => choose(null) },
      ...statisticsFor(field).map((name) => ({
        text: summaryTexts.statistics[name],
        isChosen: name === chosen,
        act: () => choose(name),
      })),
    ]}
  />
);
