import type { Preferences } from '@longhand/contract';
import { ChoiceRow } from './choice-row.tsx';
import { useSetPreferences, useShownPreferences } from './use-preferences.ts';
import classes from './settings.module.css';

const sizes = [
  { value: 'small', name: 'Small' },
  { value: 'normal', name: 'Normal' },
  { value: 'large', name: 'Large' },
  { value: 'larger', name: 'Larger' },
] as const;
const measures = [
  { value: 'narrow', name: 'Narrow' },
  { value: 'normal', name: 'Normal' },
  { value: 'wide', name: 'Wide' },
] as const;
const fonts = [
  { value: 'serif', name: 'Serif' },
  { value: 'sans', name: 'Sans serif' },
] as const;

/**
 * Appearance of documents for the user, on all devices; with a preview. It does not affect other
 * users.
 */
export function WritingLookForm({ preferences: saved }: { preferences: Preferences }) {
  const preferences = useShownPreferences(saved);
  const set = useSetPreferences();
  return (
    <section aria-labelledby="writing-look">
      <h2 id="writing-look" className={classes['heading']}>
        Document appearance
      </h2>
      <ChoiceRow
        legend="Text size"
        choices={sizes}
        chosen={preferences.textSize ?? 'normal'}
        onChoose={(textSize) => set({ textSize })}
      />
      <ChoiceRow
        legend="Line width"
        choices={measures}
        chosen={preferences.measure ?? 'normal'}
        onChoose={(measure) => set({ measure })}
      />
      <ChoiceRow
        legend="Font"
        choices={fonts}
        chosen={preferences.writingFont ?? 'serif'}
        onChoose={(writingFont) => set({ writingFont })}
      />
      <div className={`card ${classes['sample']}`}>
        <p>
          Preview of your text. Lines of 60 to 75 characters are comfortable to read. Only you see
          this setting.
        </p>
      </div>
    </section>
  );
}
