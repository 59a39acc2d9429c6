import { t } from '@lingui/core/macro';
import type { Template } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { Dialog } from '../../ui/dialog.tsx';

/**
 * Asks for the values of a template's placeholders; an empty one remains in the text, to be filled
 * in later.
 */
export default function TemplateDialog({
  template,
  onClose,
}: {
  template: Template;
  onClose: () => void;
}) {
  const call = useCall();
  const store = useQueryClient();
  const navigate = useNavigate();
  const [given, setGiven] = useState<Record<string, string>>({});
  const make = useMutation({
    mutationFn() {
      const placeholders = Object.fromEntries(
        Object.entries(given).filter(([, text]) => text.trim() !== ''),
      );
      return call('createDocument', { body: { templateId: template.id, placeholders } });
    },
    onSuccess(document) {
      void store.invalidateQueries({ queryKey: keys.documents });
      void navigate(`/documents/${document.id}`, { state: { isNew: true } });
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    make.mutate();
  }

  return (
    <Dialog title={displayTitle(template.name)} onClose={onClose}>
      <p className="dialogText">{template.description || template.excerpt}</p>
      <form className="form" onSubmit={submit} noValidate>
        {template.placeholders.map((name, at) => (
          <TextField
            key={name}
            label={name.charAt(0).toUpperCase() + name.slice(1)}
            value={given[name] ?? ''}
            maxLength={1_000}
            data-autofocus={at === 0 || undefined}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setGiven((before) => ({ ...before, [name]: value }));
            }}
          />
        ))}
        {make.error !== null && <p role="alert">{sentenceOf(make.error)}</p>}
        <div className="dialogButtons">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" isBusy={make.isPending}>
            {t`Create document`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
