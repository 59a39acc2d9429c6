import { t } from '@lingui/core/macro';
import { colorsOf } from '../../ui/avatar.tsx';
import { Cards } from './cards.tsx';
import { opening, writers, type Writer } from './sheet-text.ts';
import classes from './sheet.module.css';

/**
 * A sheet with two writers, in which visitors can type. Built as text. The editor is loaded on the
 * first interaction (`scripts/sheet.ts`), and replaces it without a layout shift.
 */
export function Sheet() {
  return (
    <figure data-sheet>
      <StillSheet />
    </figure>
  );
}

/** The sheet before it is editable. */
function StillSheet() {
  const { title, first, second } = opening;
  return (
    <>
      <div className={`float ${classes['text']}`}>
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
      <figcaption className={`spread soft ${classes['caption']}`}>
        <p>{t`A demonstration: two people edit one document.`}</p>
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
