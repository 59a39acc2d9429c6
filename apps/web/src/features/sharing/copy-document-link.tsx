import { t } from '@lingui/core/macro';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import classes from './sharing.module.css';

/** Copies the document's URL. It only opens for users who already have access. */
export function CopyDocumentLink({ documentId }: { documentId: string }) {
  const [said, setSaid] = useState('');
  const link = `${location.origin}/documents/${documentId}`;
  const copy = (): void => {
    navigator.clipboard.writeText(link).then(
      () => setSaid(t`Link copied. It opens for people with access.`),
      () => setSaid(t`Your browser did not allow copying. The link is ${link}`),
    );
  };
  return (
    <div className={`row ${classes['copyLink']}`}>
      <Button size="xs" variant="default" icon={<IconLink size={16} stroke={1.6} />} onClick={copy}>
        {t`Copy link`}
      </Button>
      <p role="status">{said}</p>
    </div>
  );
}
