/* Who else looks at the same view: their initials in their colours. */
import { appTexts } from "../texts.ts";
import type { TableFeed } from "./feed.ts";
import { colorOfPerson, initialsOf } from "./person-mark.ts";

/** So many are shown; the others are counted. */
const mostShown = 5;

export function PresenceBar({ feed }: { feed: TableFeed }) {
  // one person may look with several windows
  const people = [...new Map(feed.others.value.map((each) => [each.userId, each.name]))];
  const more = people.slice(mostShown).map(([, name]) => name);
  return (
    <ul class="present" aria-label={appTexts.alsoHere} aria-live="polite">
      {people.slice(0, mostShown).map(([userId, name]) => (
        <li
          key={userId}
          title={name}
          ref={(element) => {
            if (element) element.style.backgroundColor = colorOfPerson(userId);
          }}
        >
          <span aria-hidden="true">{initialsOf(name)}</span>
          <span class="unseen">{name}</span>
        </li>
      ))}
      {more.length > 0 && (
        <li title={more.join(", ")}>
          <span aria-hidden="true">+{more.length}</span>
          <span class="unseen">{more.join(", ")}</span>
        </li>
      )}
    </ul>
  );
}
