import { getDocumentProxy } from 'unpdf';

/** The text of a PDF, page after page, without white space: where lines end, words are broken. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(bytes.slice());
  const said: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    for (const item of items) if ('str' in item) said.push(item.str);
  }
  return said.join('').replaceAll(/\s/g, '');
}
