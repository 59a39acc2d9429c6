import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import classes from './details.module.css';
import { numberLocale } from '../../ui/dates.ts';

/**
 * Offered languages: the most widely written ones that have browser dictionaries. Others can be set
 * by the API.
 */
const offered = (
  'ar bg bn ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-US eo es es-419 et eu fa fi fr fr-CA ga gl gu he hi hr hu hy id is it ja ka kk ko ' +
  'la lt lv mk ml mr ms nb nl nn pa pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant'
).split(' ');

type Props = {
  language: string | null;
  /** Null if the user may not change it. */
  onChoose: ((language: string | null) => Promise<boolean>) | null;
};

/** Language of a document: browsers use it for spelling, hyphenation and reading aloud. */
export function LanguageChoice({ language, onChoose }: Props) {
  const id = useId();
  const [pressed, press] = useState<string | null | undefined>(undefined);
  const shown = pressed === undefined ? language : pressed;
  const names = new Intl.DisplayNames(numberLocale, { type: 'language' });
  const tags = language === null || offered.includes(language) ? offered : [...offered, language];
  const nameOf = (tag: string): string => names.of(tag) ?? tag;
  if (onChoose === null) return <p>{language === null ? t`Not set.` : nameOf(language)}</p>;
  return (
    <div className={`stack ${classes['form']}`}>
      <select
        aria-label={t`Language`}
        aria-describedby={id}
        value={shown ?? ''}
        onChange={({ currentTarget: { value } }) => {
          press(value || null);
          void onChoose(value || null).then(() => press(undefined));
        }}
      >
        <option value="">{t`Not set`}</option>
        {tags
          .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'en'))
          .map((tag) => (
            <option key={tag} value={tag}>
              {nameOf(tag)}
            </option>
          ))}
      </select>
      <p id={id}>{t`Used for spell-checking and screen readers.`}</p>
    </div>
  );
}
