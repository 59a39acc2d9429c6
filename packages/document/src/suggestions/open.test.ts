import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { suggestersIn } from './open.ts';

test('counts suggestions by author: what carries one id is one, and what makes no sense is none', () => {
  const doc = new Y.Doc();
  const [one, two] = [new Y.XmlElement('paragraph'), new Y.XmlElement('paragraph')];
  textOfDoc(doc).insert(0, [one, two]);
  const text = new Y.XmlText();
  one.insert(0, [text]);
  text.insert(0, 'kept ');
  text.insert(5, 'new', { 'insertion--AAAAAAAA': { id: 'a', author: 'ben', at: 5 } });
  text.insert(8, 'old', { 'insertion--AAAAAAAA': null, 'deletion--BBBBBBBB': { id: 'a', author: 'ben', at: 9 } });
  text.insert(11, 'bold', { 'deletion--BBBBBBBB': null, 'modification--CCCCCCCC': { id: 'b', author: 'ben', at: 7 } });
  text.insert(15, 'odd', { 'modification--CCCCCCCC': null, insertion: { id: '', author: 3 } });
  two.setAttribute('join', JSON.stringify({ id: 'c', author: 'eve', at: 1 }));
  two.setAttribute('modification', 'nonsense');
  expect(suggestersIn(textOfDoc(doc))).toEqual([
    { author: 'ben', count: 2, lastAt: 9 },
    { author: 'eve', count: 1, lastAt: 1 },
  ]);
  text.delete(5, 13);
  expect(suggestersIn(textOfDoc(doc))).toEqual([{ author: 'eve', count: 1, lastAt: 1 }]);
});
