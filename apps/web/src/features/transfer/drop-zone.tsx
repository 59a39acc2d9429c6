import { t } from '@lingui/core/macro';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { fromDrop, fromField } from './brought.ts';
import type { Packed } from './zip.ts';
import classes from './transfer.module.css';

/**
 * File types offered by the file dialog; other types are checked by the server, which reports
 * unsupported ones.
 */
const readable = '.md,.markdown,.mdown,.html,.htm,.docx,.txt,.text,.zip';

type Props = { onFiles: (files: readonly Packed[]) => void; objection: string | null };

/** Drop zone for files and folders, with buttons to choose them. */
export function DropZone({ onFiles, objection }: Props) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void fromDrop(event.dataTransfer.items).then(onFiles);
  }
  return (
    <>
      <div
        className={`stack soft ${classes['drop']}`}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={28} stroke={1.4} aria-hidden="true" />
        <p>
          {t`Drop files or folders here. Markdown, HTML, Word (.docx), plain text, and zips of these.`}
        </p>
        <div className="row">
          <Button data-autofocus onClick={() => files.current?.click()}>
            {t`Choose files`}
          </Button>
          <Button variant="default" onClick={() => folder.current?.click()}>
            {t`Choose a folder`}
          </Button>
        </div>
      </div>
      <FileField field={files} label={t`Files`} onFiles={onFiles} />
      <FileField field={folder} label={t`Folder`} isFolder onFiles={onFiles} />
      {objection !== null && (
        <p className="remark wrong" role="alert">
          {objection}
        </p>
      )}
    </>
  );
}

type FieldProps = {
  field: React.RefObject<HTMLInputElement | null>;
  label: string;
  isFolder?: boolean;
  onFiles: (files: readonly Packed[]) => void;
};

/** Native file input, opened by a separate button. */
function FileField({ field, label, isFolder = false, onFiles }: FieldProps) {
  return (
    <input
      ref={field}
      type="file"
      hidden
      multiple
      aria-label={label}
      {...(isFolder ? { webkitdirectory: '' } : { accept: readable })}
      onChange={({ currentTarget }) => {
        const chosen = fromField(currentTarget.files ?? []);
        // So that the same file can be chosen again.
        currentTarget.value = '';
        onFiles(chosen);
      }}
    />
  );
}
