import { IconX } from '@tabler/icons-react';
import type { Side } from '../../ui/openText.ts';
import classes from './SidePanel.module.css';

type Props = { sides: readonly Side[]; openId: string | null; onOpen: (id: string | null) => void };

/** The buttons that open what stands beside the text. */
export function SideButtons({ sides, openId, onOpen }: Props) {
  return (
    <>
      {sides.map(({ id, name, count }) => (
        <button
          key={id}
          type="button"
          className={classes['opener']}
          aria-expanded={openId === id}
          aria-controls="beside"
          onClick={() => onOpen(openId === id ? null : id)}
        >
          {name}
          {count !== null && count > 0 && <span className={classes['count']}>{count}</span>}
        </button>
      ))}
    </>
  );
}

/** What stands beside the text: at its side where there is room, over its lower half where there is not. */
export function SidePanel({ sides, openId, onOpen }: Props) {
  const side = sides.find(({ id }) => id === openId);
  if (!side) return null;
  return (
    <aside id="beside" className={classes['side']} aria-label={side.name}>
      <div className={classes['title']}>
        <h2>{side.name}</h2>
        <button type="button" aria-label={`Close ${side.name.toLowerCase()}`} onClick={() => onOpen(null)}>
          <IconX size={18} stroke={1.7} aria-hidden="true" />
        </button>
      </div>
      {side.content}
    </aside>
  );
}
