import { t } from '@lingui/core/macro';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveTextFile } from '../../ui/save-text-file.ts';
import classes from './factors.module.css';

/** New recovery codes, which are shown once. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  return (
    <Dialog title={t`Your recovery codes`} onClose={onClose}>
      <div className="form">
        <p>
          {t`Keep these codes in a safe place: they are not shown again. Each one replaces your second factor once, if you lose it.`}
        </p>
        <ul className={classes['codes']} aria-label={t`Recovery codes`}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="row">
          <Button onClick={onClose}>{t`I have stored the codes`}</Button>
          <Button
            variant="default"
            onClick={() => saveTextFile('longhand-recovery-codes.txt', `${codes.join('\n')}\n`)}
          >
            {t`Save as a file`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
