import { t } from '@lingui/core/macro';
import { documentTags, type Document } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { storeRow } from '../../api/document-rows.ts';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { storeAnswer } from '../../api/store-answer.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { tagsIn, withToggled } from './tag-words.ts';
import { useTags } from './use-documents.ts';
import { useSeveral } from './use-several.ts';
import classes from './tags.module.css';

type Props = { documents: readonly Document[]; onClose: () => void; onTagged: () => void };

/** Dialog that sets the tags of one document, or adds tags to several. */
export default function TagsDialog({ documents, onClose, onTagged }: Props) {
  const [first] = documents;
  const only = documents.length === 1 ? first : undefined;
  const [typed, setTyped] = useState(only?.tags.join(', ') ?? '');
  const [error, setError] = useState<string | undefined>();
  const { save, isSaving } = useSaveTags(documents);
  const used = useTags();

  function type(text: string): void {
    setTyped(text);
    setError(undefined);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const checked = documentTags.safeParse({ tags: tagsIn(typed) });
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    if (only === undefined && checked.data.tags.length === 0)
      return setError(t`Enter at least one tag.`);
    try {
      await save(checked.data.tags);
      onTagged();
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  }

  return (
    <Dialog
      title={
        only
          ? t`Tags of “${{ title: displayTitle(only.title) }}”`
          : t`Tag ${{ count: documents.length }} documents`
      }
      onClose={onClose}
    >
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t`Tags (comma-separated)`}
          data-autofocus
          autoComplete="off"
          value={typed}
          error={error}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {used.items.length > 0 && (
          <UsedTags names={used.items.map(({ name }) => name)} typed={typed} onType={type} />
        )}
        <div className="dialogButtons">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" isBusy={isSaving}>
            {only ? t`Save` : t`Add tags`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type UsedProps = { names: readonly string[]; typed: string; onType: (typed: string) => void };

/** Toggle buttons that add the tags in use to the typed ones, or remove them. */
function UsedTags({ names, typed, onType }: UsedProps) {
  const chosen = new Set(tagsIn(typed).map((tag) => tag.toLocaleLowerCase('en')));
  return (
    <div className={`row ${classes['used']}`} role="group" aria-label={t`Tags in use`}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={`choice small wraps ${classes['tag']}`}
          aria-pressed={chosen.has(name.toLocaleLowerCase('en'))}
          onClick={() => onType(withToggled(typed, name))}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** One document receives exactly these tags; several receive them in addition to their own. */
function useSaveTags(documents: readonly Document[]) {
  const call = useCall();
  const store = useQueryClient();
  const several = useSeveral();
  const single = useMutation({
    mutationFn: ({ id, tags }: { id: string; tags: string[] }) =>
      call('setTags', { params: { id }, body: { tags } }),
    // Lists that depend on tags are fetched after the event of this change.
    onSuccess(answer) {
      storeAnswer(store, keys.document(answer.id), answer);
      storeRow(store, answer);
    },
  });
  const [first] = documents;
  return {
    isSaving: single.isPending || several.isPending,
    save: (tags: string[]): Promise<unknown> =>
      documents.length === 1 && first
        ? single.mutateAsync({ id: first.id, tags })
        : several.mutateAsync({ documents, change: { action: 'tag', tags } }),
  };
}
