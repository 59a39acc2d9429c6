import { t } from '@lingui/core/macro';
import type { Person } from '@longhand/contract';
import { Announcement } from '../../ui/announcement.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import classes from './comments.module.css';

type Props = {
  id: string;
  people: readonly Person[];
  chosen: number;
  onTake: (person: Person) => void;
};

/** Returns the id of an option of the list. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

/**
 * Suggestions of people below the field in which a mention is typed. The focus stays in the field.
 */
export function MentionList({ id, people, chosen, onTake }: Props) {
  return (
    <>
      <Announcement>{people.length > 0 && t`${{ count: people.length }} found`}</Announcement>
      {people.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={t`People and groups`}
          className={`float ${classes['people']}`}
        >
          {people.map((person, i) => (
            // Keys are handled by the field, which has the focus.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={person.id}
              id={optionId(id, i)}
              role="option"
              className="strip choice ink"
              tabIndex={-1}
              aria-selected={i === chosen}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(person)}
            >
              <Avatar name={person.name} color={person.avatarColor} label={null} size={22} />
              <span className="ellipsis">{person.name}</span>{' '}
              <span className="soft small end" dir="auto">
                @{person.username}
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
