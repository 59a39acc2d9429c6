import { Parser } from 'htmlparser2';

/** Maximum number of characters of a page that are searched for its title. */
const titleWithin = 100_000;

/** Returns the content of a page's title element; '' if it has none. */
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
