import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { decided, replicasOf, shown } from '../testing/people.ts';
import { foreignIn } from './shared.ts';
import { splitSign } from './stamp.ts';

test('what an editor writes between two suggested paragraphs stays when their author joins them at the same moment', () => {
  const { ben, cyd } = replicasOf({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '-' }] }] }, [
    'ben',
    'cyd',
  ]);
  const textIn = (doc: Y.Doc): Y.XmlText => (textOfDoc(doc).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  const stamp = { id: 'one', author: 'ben', at: 1, by: String(ben.clientID), split: null };
  const [come, end] = ['insertion--AAAAAAAA', 'insertion--BBBBBBBB'];
  ben.transact(() => {
    textIn(ben).insert(1, 'One', { [come]: stamp });
    textIn(ben).insert(4, splitSign, { [come]: null, [end]: { ...stamp, split: '{}' } });
    textIn(ben).insert(5, 'Two', { [come]: stamp, [end]: null });
  });
  Y.applyUpdate(cyd, Y.encodeStateAsUpdate(ben));
  textIn(cyd).insert(5, '丏', { [come]: null, [end]: null });
  textIn(ben).delete(4, 1);
  for (const [from, to] of [
    [ben, cyd],
    [cyd, ben],
    [ben, cyd],
  ] as const)
    Y.applyUpdate(to, Y.encodeStateAsUpdate(from));
  for (const doc of [ben, cyd])
    expect(decided(shown(doc), 'reject', undefined, foreignIn(textOfDoc(doc), shown(doc))).textContent).toBe('-丏');
});
