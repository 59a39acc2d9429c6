import { Prose } from '../../content/prose.tsx';
import { articlesIn } from '../../content/shelves.ts';

/**
 * The text of a page that has one text: an article in the folder `pages`.
 *
 * @throws if there is none with this name
 */
export function PageText({ name }: { name: string }) {
  const article = articlesIn('pages').find(({ slug }) => slug === name);
  if (article === undefined) throw new Error(`The page ${name} has no text.`);
  const { Text, lang } = article;
  return (
    <Prose lang={lang}>
      <Text />
    </Prose>
  );
}
