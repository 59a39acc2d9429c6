import { t } from '@lingui/core/macro';
import { calloutKinds, type CalloutKind } from '@longhand/document';

/** Names of the kinds of callouts. */
const names: Readonly<Record<CalloutKind, string>> = {
  note: t`Note`,
  tip: t`Tip`,
  important: t`Important`,
  warning: t`Warning`,
  caution: t`Caution`,
};

/** Returns the kind of a callout. An unknown value, for example of a hostile client, is a note. */
export function calloutKind(value: unknown): CalloutKind {
  return calloutKinds.find((each) => each === value) ?? 'note';
}

/** Returns the name of a kind of callout in the language of the page. */
export function calloutName(kind: CalloutKind): string {
  return names[kind];
}
