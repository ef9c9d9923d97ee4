/* A moment as people read it. */
import { appTexts } from "../texts.ts";

export const Moment = ({ time }: { time: string }) => (
  <time dateTime={time} class="note">
    {appTexts.moment(new Date(time))}
  </time>
);
