import type { Editor } from '@tiptap/core';
import { isApple, keyText } from '../ui/key-name.ts';
import type { Format } from './formats.ts';
import classes from './toolbar.module.css';

type Props = { editor: Editor; format: Format; isOn: boolean; isPossible?: boolean | undefined };

/**
 * A button of a toolbar. Pressing it does not move the caret. `isPossible` is false if it would do
 * nothing: it is disabled, but can still be focused.
 */
export function FormatButton({ editor, format, isOn, isPossible }: Props) {
  const { name, key, icon: Icon } = format;
  const hint = key === null ? name : `${name} (${keyText(key, isApple())})`;
  return (
    <button
      type="button"
      className={`iconButton ${classes['button']}`}
      aria-label={name}
      title={hint}
      aria-pressed={format.isOn === null ? undefined : isOn}
      aria-disabled={isPossible === undefined ? undefined : !isPossible}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => isPossible !== false && format.run(editor)}
    >
      <Icon size={18} stroke={1.7} />
    </button>
  );
}
