import { t } from '@lingui/core/macro';
import { limits } from '@longhand/contract';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import classes from './title-field.module.css';

type Props = { value: string; onType: (title: string) => void; onEnter: () => void };

/**
 * The title above the text: one line of text that may wrap on the screen. Enter moves to the text.
 * In a newly created document, the title has the focus first.
 */
export function TitleField({ value, onType, onEnter }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { state } = useLocation();
  const isBeginning = useRef(state?.isNew === true && value === '');
  useEffect(() => {
    if (isBeginning.current) field.current?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    const fit = (): void => {
      element.style.height = 'auto';
      element.style.height = `${element.scrollHeight}px`;
    };
    fit();
    let width = element.clientWidth;
    // The parent grows with the text below: only a changed width wraps the title's lines
    // differently.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      fit();
    });
    observer.observe(element.parentElement ?? element);
    // A loaded font also changes the line breaks.
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [value]);

  function pressed(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const isLeaving =
      event.key === 'Enter' ||
      (event.key === 'ArrowDown' && field.current?.selectionStart === value.length);
    if (!isLeaving) return;
    event.preventDefault();
    onEnter();
  }

  return (
    <>
      <h1 className="unseen">{displayTitle(value)}</h1>
      <textarea
        ref={field}
        className={`wide wraps ${classes['title']}`}
        {...(value !== '' && { dir: 'auto' })}
        aria-label={t`Title`}
        placeholder={t`Untitled`}
        rows={1}
        maxLength={limits.titleMax}
        value={value}
        onChange={(event) => onType(event.currentTarget.value.replaceAll(/[\r\n]+/g, ' '))}
        onKeyDown={pressed}
      />
    </>
  );
}

/** The title for read-only users. */
export function TitleText({ value }: { value: string }) {
  return (
    <h1 className={`wide wraps ${classes['title']}`} dir="auto">
      {displayTitle(value)}
    </h1>
  );
}
