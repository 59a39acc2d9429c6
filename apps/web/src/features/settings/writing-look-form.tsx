import { t } from '@lingui/core/macro';
import type { Preferences } from '@longhand/contract';
import { ChoiceRow } from './choice-row.tsx';
import { useSetPreferences, useShownPreferences } from './use-preferences.ts';
import classes from './settings.module.css';

const sizes = [
  { value: 'small', name: t`Small` },
  { value: 'normal', name: t`Normal` },
  { value: 'large', name: t`Large` },
  { value: 'larger', name: t`Larger` },
] as const;
const measures = [
  { value: 'narrow', name: t`Narrow` },
  { value: 'normal', name: t`Normal` },
  { value: 'wide', name: t`Wide` },
] as const;
const fonts = [
  { value: 'serif', name: t`Serif` },
  { value: 'sans', name: t`Sans serif` },
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
        {t`Document appearance`}
      </h2>
      <ChoiceRow
        legend={t`Text size`}
        choices={sizes}
        chosen={preferences.textSize ?? 'normal'}
        onChoose={(textSize) => set({ textSize })}
      />
      <ChoiceRow
        legend={t`Line width`}
        choices={measures}
        chosen={preferences.measure ?? 'normal'}
        onChoose={(measure) => set({ measure })}
      />
      <ChoiceRow
        legend={t`Font`}
        choices={fonts}
        chosen={preferences.writingFont ?? 'serif'}
        onChoose={(writingFont) => set({ writingFont })}
      />
      <div className={`card ${classes['sample']}`}>
        <p>
          {t`Preview of your text. Lines of 60 to 75 characters are comfortable to read. Only you see this setting.`}
        </p>
      </div>
    </section>
  );
}
