/* People by their initials in their colours. */
import { colorOfPerson, initialsOf } from "./person-mark.ts";

interface PeopleMarksProps {
  people: readonly { userId: string; name: string }[];
  /** What they have in common. */
  label: string;
  /** Whether a screen reader says who comes and goes. */
  isSaid?: boolean;
}

/** So many are shown; the others are counted. */
const mostShown = 5;

export function PeopleMarks({ people, label, isSaid = false }: PeopleMarksProps) {
  // one person may look with several windows
  const all = [...new Map(people.map((each) => [each.userId, each.name]))];
  const more = all.slice(mostShown).map(([, name]) => name);
  return (
    <ul class="present" aria-label={label} {...(isSaid && { "aria-live": "polite" })}>
      {all.slice(0, mostShown).map(([userId, name]) => (
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
