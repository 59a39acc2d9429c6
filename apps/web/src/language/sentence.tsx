import type { TransProps } from '@lingui/react';
import { TransNoContext } from '@lingui/react/server';
import { i18n } from './language.ts';

const lingui = { i18n, _: i18n._.bind(i18n) };

/**
 * A translated sentence with elements inside. Sources write `Trans` of the macro instead, which
 * becomes this component: it needs no provider, because the language of a page does not change.
 */
export function Sentence(props: TransProps) {
  return <TransNoContext {...props} lingui={lingui} />;
}
