import { t } from '@lingui/core/macro';
import { IconGitBranch } from '@tabler/icons-react';

/** Mark before the title of a working copy, which has the same title as its original. */
export function CopyMark() {
  return (
    <>
      <IconGitBranch
        size={14}
        stroke={1.8}
        aria-hidden="true"
        style={{ verticalAlign: '-0.15em', marginInlineEnd: '0.3em' }}
      />
      <span className="unseen">{t`Working copy:`} </span>
    </>
  );
}
