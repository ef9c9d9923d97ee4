/* Who else looks at the same view, and at the same record. */
import { appTexts } from "../texts.ts";
import type { Present, TableFeed } from "./feed.ts";
import { PeopleMarks } from "./people-marks.tsx";

export const PresenceBar = ({ feed }: { feed: TableFeed }) => (
  <PeopleMarks people={feed.others.value} label={appTexts.alsoHere} isSaid />
);

/** The people who are at a record. What reads it is drawn again when they come and go. */
export const peopleAt = (feed: TableFeed, recordId: string): readonly Present[] =>
  feed.others.value.filter((each) => each.recordId === recordId);
