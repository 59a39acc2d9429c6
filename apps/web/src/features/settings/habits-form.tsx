import { t } from '@lingui/core/macro';
import type { Preferences } from '@longhand/contract';
import { Button } from '../../ui/button.tsx';
import { useOverlay } from '../../ui/commands/commands-provider.tsx';
import { SwitchRow } from './choice-row.tsx';
import { useSetPreferences, useShownPreferences } from './use-preferences.ts';

/** Editor settings of the user, for all devices. */
export function HabitsForm({ preferences: saved }: { preferences: Preferences }) {
  const preferences = useShownPreferences(saved);
  const set = useSetPreferences();
  const { show } = useOverlay();
  return (
    <>
      <SwitchRow
        label={t`Check spelling`}
        about={t`Your browser underlines unknown words. Languages are set in the browser.`}
        isOn={preferences.spellCheck !== false}
        onChange={(spellCheck) => set({ spellCheck })}
      />
      <SwitchRow
        label={t`Single-key shortcuts`}
        about={t`“?” opens the shortcut list when you are not typing. Turn this off if you use voice input.`}
        isOn={preferences.singleKeys !== false}
        onChange={(singleKeys) => set({ singleKeys })}
      />
      <Button variant="default" onClick={() => show({ kind: 'keys' })}>
        {t`Show all keyboard shortcuts`}
      </Button>
    </>
  );
}
