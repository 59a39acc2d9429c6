import { t } from '@lingui/core/macro';
import { languageNames, languages, type Preferences } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { wipeCaches } from '../../device/wipe.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { ChoiceRow } from './choice-row.tsx';

type Choice = NonNullable<Preferences['language']>;

/**
 * The language of the interface and of mails as a radio group. The page is loaded again in the new
 * language when the server has stored it.
 */
export function LanguageRow({ preferences }: { preferences: Preferences }) {
  const call = useCall();
  const show = useToast();
  const { mutate } = useMutation({
    mutationFn: (language: Choice) => call('updateUser', { body: { preferences: { language } } }),
    // The cached page is in the old language. Browser settings may forbid caches.
    onSuccess: () =>
      wipeCaches()
        .catch(() => undefined)
        .finally(() => location.reload()),
    onError: (error) =>
      show({
        title: t`The setting was not saved`,
        text: sentenceOf(error),
        isDestructive: true,
      }),
  });
  return (
    <ChoiceRow<Choice>
      legend={t`Language`}
      choices={[
        { value: 'browser', name: t`Language of the browser` },
        ...languages.map((value) => ({ value, name: languageNames[value] })),
      ]}
      chosen={preferences.language ?? 'browser'}
      onChoose={(language) => mutate(language)}
    />
  );
}
