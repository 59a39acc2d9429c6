import { useCallback, useEffect, useRef, useState } from 'react';
import { colorsOf } from '../../ui/avatar.tsx';
import { Cards } from './cards.tsx';
import type { LiveSheet, Pressed } from './live-sheet.tsx';
import { useFirstInteraction } from '../../ui/use-first-interaction.ts';
import { opening, writers, type Writer } from './sheet-text.ts';
import classes from './sheet.module.css';

/**
 * A sheet with two writers, in which visitors can type. Prerendered as text. The editor is loaded
 * on the first user interaction, and replaces it without a layout shift. A press on the sheet is
 * remembered until then.
 */
export function Sheet() {
  const live = useLiveSheet();
  const pressed = useRef<Pressed | null>(null);
  const takePressed = useCallback(() => {
    const where = pressed.current;
    pressed.current = null;
    return where;
  }, []);
  return (
    <figure
      className={classes['sheet']}
      onPointerDown={({ clientX, clientY }) => {
        if (live === null) pressed.current = { x: clientX, y: clientY };
      }}
    >
      {live === null ? <StillSheet /> : <live.LiveSheet takePressed={takePressed} />}
    </figure>
  );
}

type Live = { readonly LiveSheet: typeof LiveSheet };

/** Loads the editor with its schema, 160 KB. If loading fails, the static sheet remains. */
function useLiveSheet(): Live | null {
  const isSomebodyThere = useFirstInteraction();
  const [loaded, setLoaded] = useState<Live | null>(null);
  useEffect(() => {
    if (!isSomebodyThere) return;
    import('./live-sheet.tsx').then(setLoaded, () => undefined);
  }, [isSomebodyThere]);
  return loaded;
}

/** The sheet before it is editable. */
function StillSheet() {
  const { title, first, second } = opening;
  return (
    <>
      <div className={classes['text']}>
        <div>
          <h2>{title}</h2>
          <p>
            {first.before}
            <span className={classes['selected']} data-person style={colorsOf(writers.ines.color)}>
              {first.selected}
            </span>
            <Caret who={writers.ines} />
            {first.after}
            <del data-suggestion data-person style={colorsOf(writers.tomas.color)}>
              {first.removed}
            </del>
            <ins data-suggestion data-person style={colorsOf(writers.tomas.color)}>
              {first.added}
            </ins>
            {first.end}
          </p>
          <p>
            {second}
            <Caret who={writers.tomas} />
          </p>
        </div>
      </div>
      <Cards outcome="open" isResolved={false} onDecide={null} onResolve={null} />
      <figcaption className={classes['caption']}>
        <p>A demonstration: two people edit one document.</p>
      </figcaption>
    </>
  );
}

function Caret({ who: { name, color } }: { who: Writer }) {
  return (
    <span className={classes['caret']} data-person aria-hidden="true" style={colorsOf(color)}>
      {'\u2060'}
      <i>{name}</i>
      {'\u2060'}
    </span>
  );
}
