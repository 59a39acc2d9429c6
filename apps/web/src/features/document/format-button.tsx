import type { Editor } from '@tiptap/core';
import { keyName, type Format } from './formats.ts';
import classes from './toolbar.module.css';

type Props = { editor: Editor; format: Format; isOn: boolean };

/** One toolbar button. Pressing it does not move the caret. */
export function FormatButton({ editor, format, isOn }: Props) {
  const { name, key, icon: Icon } = format;
  const hint = key === null ? name : `${name} (${keyName(key, isApple())})`;
  return (
    <button
      type="button"
      className={classes['button']}
      aria-label={name}
      title={hint}
      aria-pressed={format.isOn === null ? undefined : isOn}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => format.run(editor)}
    >
      <Icon size={18} stroke={1.7} />
    </button>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
