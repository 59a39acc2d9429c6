import { Parser } from 'htmlparser2';

/** Characters of a page in which its title is looked for. */
const titleWithin = 100_000;

/** The title that a page gives itself for browsers; '' where it gives none. */
export function titleOfHtml(html: string): string {
  let title = '';
  let isInside = false;
  let isOver = false;
  const parser = new Parser({
    onopentag(name) {
      isInside = name === 'title' && !isOver;
      if (name === 'body') isOver = true;
    },
    ontext(text) {
      if (isInside) title += text;
    },
    onclosetag(name) {
      if (isInside && name === 'title') isOver = true;
      isInside = false;
    },
  });
  parser.end(html.slice(0, titleWithin));
  return title.replaceAll(/\s+/g, ' ').trim();
}
