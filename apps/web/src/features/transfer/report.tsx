import { t } from '@lingui/core/macro';

/** A sentence about a file, or about everything if `file` is empty. */
type Line = { readonly file: string; readonly message: string };

/**
 * List of content that could not be imported or exported; renders nothing if it is empty. Names and
 * sentences are isolated: either may be in the other direction than the page.
 */
export function Report({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="stack" aria-label={t`Not included`}>
      <h3 className="plainHeading">{t`Not included`}</h3>
      <ul className="remark bullets">
        {lines.map(({ file, message }) => (
          <li key={`${file}: ${message}`}>
            {file !== '' && (
              <>
                <bdi>{file}</bdi>
                {': '}
              </>
            )}
            <bdi>{message}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
