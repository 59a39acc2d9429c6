import { getDocumentProxy } from 'unpdf';

/** Returns the text of a PDF, in page order, without white space: words are broken at line ends. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(bytes.slice());
  const said: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    for (const item of items) if ('str' in item) said.push(item.str);
  }
  return said.join('').replaceAll(/\s/g, '');
}
