import { t } from '@lingui/core/macro';
import type { ExportFormat } from '@longhand/contract';
import { useState } from 'react';
import { displayTitle } from '../../language/display-title.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Button } from '../../ui/button.tsx';
import type { Outgoing } from '../../ui/commands/overlay.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { notIncluded } from './not-included.ts';
import { Report } from './report.tsx';
import { useExport, type ExportState } from './use-export.ts';
import classes from './transfer.module.css';

/** Export formats with their purpose. */
const formats: readonly { value: ExportFormat; name: string; about: string }[] = [
  { value: 'markdown', name: 'Markdown', about: t`Plain text with formatting marks` },
  { value: 'docx', name: 'Word', about: t`A .docx with headings, tables and pictures` },
  { value: 'pdf', name: 'PDF', about: t`For printing and sending` },
  { value: 'html', name: 'HTML', about: t`One file with embedded pictures` },
  { value: 'epub', name: 'EPUB', about: t`For reading devices` },
  { value: 'text', name: t`Plain text`, about: t`Text only` },
];

/**
 * Exports documents as files in the selected format. Reports content that could not be exported.
 */
export default function ExportDialog({ what, onClose }: { what: Outgoing; onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('markdown');
  const [below, setBelow] = useState(false);
  const { state, begin, stop } = useExport(what);
  const isBusy = state.kind === 'fetching';
  return (
    <Dialog title={titleFor(state, what)} onClose={isBusy ? stop : onClose}>
      <Announcement>{spokenFor(state)}</Announcement>
      {state.kind === 'ended' ? (
        <div className="form">
          <p>{t`“${{ name: state.name }}” was downloaded.`}</p>
          <Report lines={state.report.map((message) => ({ file: '', message }))} />
          <div className="dialogButtons">
            <Button data-autofocus onClick={onClose}>
              {t`Close`}
            </Button>
          </div>
        </div>
      ) : (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            begin({ format, below });
          }}
        >
          {isBusy ? (
            <ProgressBar label={state.label} part={state.part} />
          ) : (
            <>
              {hasInside(what) && <ExtentField below={below} onChange={setBelow} />}
              <FormatField format={format} onChange={setFormat} />
            </>
          )}
          {state.kind === 'choosing' && state.objection !== null && (
            <p className="remark wrong" role="alert">
              {state.objection}
            </p>
          )}
          <div className="dialogButtons">
            <Button
              variant="default"
              data-autofocus={isBusy || undefined}
              onClick={isBusy ? stop : onClose}
            >
              {isBusy ? t`Stop` : t`Cancel`}
            </Button>
            {!isBusy && <Button type="submit">{t`Export`}</Button>}
          </div>
        </form>
      )}
    </Dialog>
  );
}

function titleFor(state: ExportState, what: Outgoing): string {
  return state.kind === 'ended' ? t`Exported` : titleOf(what);
}

/** Returns what screen readers announce when the export reaches a state. */
function spokenFor(state: ExportState): string {
  if (state.kind === 'choosing') return '';
  return state.kind === 'fetching'
    ? state.label
    : `${t`“${{ name: state.name }}” was downloaded`}${notIncluded(state.report.length)}`;
}

/** True if a single document is exported, and others are inside it. */
function hasInside(what: Outgoing): boolean {
  if (what.kind !== 'documents' || what.documents.length !== 1) return false;
  return (what.documents[0]?.childCount ?? 0) > 0;
}

type ExtentFieldProps = { below: boolean; onChange: (below: boolean) => void };

function ExtentField({ below, onChange }: ExtentFieldProps) {
  const choices = [
    { value: false, name: t`This document` },
    { value: true, name: t`This document and all inside, as one file` },
  ];
  return (
    <fieldset className={`stack ${classes['formats']}`}>
      <legend>{t`What`}</legend>
      {choices.map(({ value, name }) => (
        <label key={name} className="beside">
          <input
            type="radio"
            name="extent"
            checked={value === below}
            onChange={() => onChange(value)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

type FormatFieldProps = { format: ExportFormat; onChange: (format: ExportFormat) => void };

function FormatField({ format, onChange }: FormatFieldProps) {
  return (
    <fieldset className={`stack ${classes['formats']}`}>
      <legend>{t`As`}</legend>
      {formats.map(({ value, name, about }) => (
        <label key={value} className="beside">
          <input
            type="radio"
            name="format"
            value={value}
            checked={value === format}
            onChange={() => onChange(value)}
            {...(value === format && { 'data-autofocus': true })}
          />
          <span>
            {name}
            <small className="soft small">{about}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function titleOf(what: Outgoing): string {
  if (what.kind === 'project') return t`Export all documents in “${{ name: what.name }}”`;
  if (what.kind === 'everything') return t`Export all my data`;
  const [first] = what.documents;
  return what.documents.length === 1 && first
    ? t`Export “${{ title: displayTitle(first.title) }}”`
    : t`Export ${{ count: what.documents.length }} documents`;
}
