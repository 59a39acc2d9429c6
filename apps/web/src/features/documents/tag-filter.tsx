import { t } from '@lingui/core/macro';
import { useWhole } from '../../api/use-list.ts';
import { useTags } from './use-documents.ts';
import classes from './tags.module.css';

type Props = { tag: string | null; onChange: (tag: string | null) => void };

/**
 * Filters a list by one tag; renders nothing without tags. Pressing an active tag again removes the
 * filter.
 */
export function TagFilter({ tag, onChange }: Props) {
  const used = useWhole(useTags()).items.map(({ name }) => name);
  const names = tag === null || used.includes(tag) ? used : [tag, ...used];
  if (names.length === 0) return null;
  return (
    <div
      className={`row ${classes['used']}`}
      data-filter
      role="group"
      aria-label={t`Only documents with the tag`}
    >
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={`choice small wraps ${classes['tag']}`}
          aria-pressed={name === tag}
          onClick={() => onChange(name === tag ? null : name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
