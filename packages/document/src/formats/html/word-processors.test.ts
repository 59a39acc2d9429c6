import { expect, test } from 'vitest';
import { jsonOfHtml } from './read.ts';
import type { NodeJson } from '../../schema/json.ts';
import { markdownOf } from '../markdown/write.ts';
import { fitsSchema } from '../../schema/schema.ts';
import { looksLikeMarkdown } from './word-processors.ts';

/** Returns the result for clipboard content as Markdown: short, and it shows the formats. */
function read(html: string): string {
  const lost = new Set<string>();
  const json: NodeJson = jsonOfHtml(html, lost);
  expect(fitsSchema(json)).toBe(true);
  expect([...lost]).toEqual([]);
  return markdownOf(json);
}

const word = (body: string): string => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal, li.MsoNormal {mso-style-unhide:no; margin:0cm; font-family:"Calibri",sans-serif;} --></style>
<!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Table Normal";}</style><![endif]-->
</head><body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->${body}<!--EndFragment--></body></html>`;

const item = (place: string, level: number, sign: string, text: string, list = 0): string => `
<p class=MsoListParagraph${place} style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:l${list} level${level} lfo${list + 1}'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

test('Word: reads titles, formats and links, without styles', () => {
  const html = word(`
<p class=MsoTitle>Annual <span class=SpellE>raport</span><o:p></o:p></p>
<h2>What was <i style='mso-bidi-font-style:normal'>done</i><o:p></o:p></h2>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal style='mso-margin-top-alt:auto'>We <b style='mso-bidi-font-weight:normal'>sold</b> the<span
style='mso-spacerun:yes'>  </span><a href="https://example.org/boat">boat</a>.<o:p></o:p></p>`);
  expect(read(html)).toBe(
    '# Annual raport\n\n## What was *done*\n\nWe **sold** the [boat](https://example.org/boat).\n',
  );
});

test('Word: reads list paragraphs as lists with their levels and numbers', () => {
  const html = word(
    item('CxSpFirst', 1, '·', 'Bread') +
      item('CxSpMiddle', 2, 'o', 'white') +
      item('CxSpMiddle', 2, 'o', '<b>brown</b>') +
      item('CxSpLast', 1, '·', 'Milk') +
      '<p class=MsoNormal>Then:<o:p></o:p></p>' +
      item('CxSpFirst', 1, '1.', 'Go', 1) +
      item('CxSpMiddle', 2, 'a)', 'quickly', 1) +
      item('CxSpLast', 1, '2.', 'Come', 1),
  );
  expect(read(html)).toBe(
    '- Bread\n  - white\n  - **brown**\n- Milk\n\nThen:\n\n1. Go\n   1. quickly\n2. Come\n',
  );
});

test('Word: a list after a paragraph continues its numbering, also with letters and Roman numerals', () => {
  const between = '<p class=MsoListContinue>More of it.<o:p></o:p></p>';
  const lists = (...signs: string[]): unknown[] => {
    const html = word(signs.map((sign, i) => item('', 1, sign, `item ${i}`)).join(between));
    const { content = [] } = jsonOfHtml(html);
    return content.flatMap(({ type, attrs }) =>
      type === 'orderedList' ? [[attrs?.['start'], attrs?.['type'] ?? null]] : [],
    );
  };
  expect(lists('1.', '2.', '3)')).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ]);
  expect(lists('a)', 'b)', 'C.', 'i.', 'iv)', 'XLII.')).toEqual([
    [1, 'a'],
    [2, 'a'],
    [3, 'A'],
    [1, 'i'],
    [4, 'i'],
    [42, 'I'],
  ]);
});

test('Word: reads tables', () => {
  const cell = (text: string): string =>
    `<td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal style='margin-bottom:0cm;line-height:normal'>${text}<o:p></o:p></p></td>`;
  const html = word(
    `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-table-layout-alt:fixed'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>${cell('Name')}${cell('<b>Born</b>')}</tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>${cell('Ada')}${cell('1815')}</tr></table>`,
  );
  expect(read(html)).toBe('| Name | **Born** |\n| --- | --- |\n| Ada | 1815 |\n');
});

const google = (body: string): string =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7f3c1d52-7fff-1c0e-4f1d-0a3b5c7d9e11">${body}</b><br class="Apple-interchange-newline">`;
const run = (text: string, style = ''): string =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;${style}">${text}</span>`;
const line = (content: string): string =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${content}</p>`;
const point = (content: string, level: number, more = ''): string =>
  `<li dir="ltr"${more} style="list-style-type:disc;font-size:11pt;font-family:Arial,sans-serif;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;" role="presentation">${content}</p></li>`;

test('Google: reads formats from styles, and ignores the bold wrapper element', () => {
  const link = `<a href="https://example.org/" style="text-decoration:none;">${run('the site', 'text-decoration:underline;color:#1155cc;')}</a>`;
  const html = google(
    `<h1 dir="ltr" style="line-height:1.38;">${run('A plan', 'font-size:20pt;')}</h1>` +
      line(`${run('We ')}${run('must', 'font-weight:700;')}${run(' see ')}${link}${run('.')}`) +
      '<br>' +
      line(run('Later', 'font-style:italic;')),
  );
  expect(read(html)).toBe(
    '# A plan\n\nWe **must** see [the site](https://example.org/).\n\n*Later*\n',
  );
  expect(JSON.stringify(jsonOfHtml(html))).not.toContain('underline');
});

test('Google: reads nested lists that follow their item, tasks, and tables', () => {
  const html = google(
    `<ul style="margin-top:0;padding-inline-start:48px;">${point(run('one'), 1)}<ul>${point(run('inner'), 2)}</ul>${point(run('two'), 1)}</ul>` +
      `<ul>${point(run('done'), 1, ' role="checkbox" aria-checked="true"')}${point(run('open'), 1, ' role="checkbox" aria-checked="false"')}</ul>` +
      `<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="301" /><col width="301" /></colgroup><tbody><tr style="height:0pt"><td>${line(run('a'))}</td><td>${line(run('b'))}</td></tr></tbody></table></div>`,
  );
  expect(read(html)).toBe(
    '- one\n  - inner\n- two\n\n* [x] done\n* [ ] open\n\n| a | b |\n| --- | --- |\n',
  );
});

test('Google: drops the checkbox text of tasks, keeps superscript and subscript, and unwraps redirect links', () => {
  const box = (sign: string): string =>
    `<img src="data:image/png;base64,iVBORw0KGgo=" width="17.6px" height="17.6px" alt="${sign}" aria-roledescription="${sign} checkbox" style="margin-right:3px;" />`;
  const task = (sign: string, isDone: boolean): string =>
    point(run(sign), 1, ` role="checkbox" aria-checked="${isDone}"`).replace(
      '<p ',
      `${box(isDone ? 'checked' : 'unchecked')}<p `,
    );
  const to =
    'https://www.google.com/url?q=https://example.org/a%3Fb%3D1&amp;sa=D&amp;source=editors&amp;usg=x';
  const html = google(
    `<ul>${task('done', true)}${task('open', false)}</ul>` +
      line(
        `${run('m')}${run('2', 'font-size:0.6em;vertical-align:super;')}${run(' H')}${run('2', 'vertical-align:sub;')}${run(' and ')}${run('both', 'font-weight:700;font-style:italic')}`,
      ) +
      line(`<a href="${to}">${run('there', 'text-decoration:underline;')}</a>`),
  );
  expect(read(html)).toBe(
    '- [x] done\n- [ ] open\n\nm<sup>2</sup> H<sub>2</sub> and **_both_**\n\n[there](https://example.org/a?b=1)\n',
  );
});

const noteSign = (number: number, name: string, to: string): string =>
  `<a style='mso-footnote-id:ftn${number}' href="#${to}" name="${name}" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:11.0pt'>[${number}]</span></span><![endif]></span></span></a>`;
const note = (number: number, text: string): string =>
  `<div style='mso-element:footnote' id=ftn${number}><p class=MsoFootnoteText>${noteSign(number, `_ftn${number}`, `_ftnref${number}`)}<span lang=EN-GB> ${text}<o:p></o:p></span></p></div>`;

test('Word: footnotes move to their references, and the footnote list is removed', () => {
  const html = word(
    `<p class=MsoNormal>One${noteSign(1, '_ftnref1', '_ftn1')} and two${noteSign(2, '_ftnref2', '_ftn2')}.</p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
${note(1, 'The <i>first</i> &quot;note&quot;.')}${note(2, 'The second.')}${note(3, 'Copied without its place.')}</div>`,
  );
  const lost = new Set<string>();
  expect(markdownOf(jsonOfHtml(html, lost))).toBe(
    'One[^1] and two[^2].\n\nCopied without its place.\n\n[^1]: The first "note".\n[^2]: The second.\n',
  );
  expect([...lost]).toEqual([
    expect.stringContaining('Notes are plain text'),
    expect.stringContaining('stand at the end'),
  ]);
});

test('Word: footnotes keep link addresses, and lost content is reported', () => {
  const texts = [
    'See <a href="https://a.b/c">there</a> and <a href="https://d.e/">https://d.e/</a>.',
    '<i>Or</i> <img src="https://a.b/c.png">here',
    'One.</span></p><p class=MsoFootnoteText><span>Two.',
  ];
  const signs = texts.map((_, at) => noteSign(at + 1, `_ftnref${at + 1}`, `_ftn${at + 1}`));
  const html = word(
    `<p class=MsoNormal>Text${signs.join('')}</p><div style='mso-element:footnote-list'>${texts.map((text, at) => note(at + 1, text)).join('')}</div>`,
  );
  const lost = new Set<string>();
  expect(markdownOf(jsonOfHtml(html, lost))).toContain(
    '[^1]: See there (https\\://a.b/c) and https\\://d.e/.\n[^2]: Or here\n[^3]: One. Two.\n',
  );
  expect([...lost].toSorted()).toEqual([
    expect.stringContaining('Notes are one line'),
    expect.stringContaining('Notes are plain text'),
    expect.stringContaining('Pictures in notes'),
  ]);
});

test('Word: tracked changes are read as accepted', () => {
  const by = 'cite="mailto:Ada%20L" datetime="2026-01-02T10:00"';
  const html = word(
    `<p class=MsoNormal>The <span class=msoDel><del ${by}>old</del></span><span class=msoIns><ins ${by}>new</ins></span> <u>text</u> <s>here</s>.</p>`,
  );
  const lost = new Set<string>();
  expect(markdownOf(jsonOfHtml(html, lost))).toBe('The new <u>text</u> ~~here~~.\n');
  expect([...lost]).toEqual(['Tracked changes came in as accepted.']);
});

test('a hostile clipboard that resembles Word or Google is read completely', () => {
  const parts = [
    '<p style="mso-list:l0 level1">',
    '<p class=Mso',
    '<![if !supportLists]>',
    '<ul role="checkbox"',
  ];
  const notes = [
    '<a href="#_ftn1">',
    '<div style="mso-element:footnote-list">',
    '<p id=ftn1>',
    '<del cite=x datetime=y>',
  ];
  for (const part of [...parts, ...notes])
    expect(
      fitsSchema(jsonOfHtml(`mso-x class=Mso mso-element:footnote ${part.repeat(20_000)}`)),
    ).toBe(true);
});

test.each([
  ['# Title\n\nwords', true],
  ['- one\n- two', true],
  ['1. one\n2. two', true],
  ['```\ncode\n```', true],
  ['| a | b |\n| --- | --- |', true],
  ['see [this](https://a.b)', true],
  ['some **bold** words', true],
  ['> said', true],
  ['- [ ] a task', true],
  ['just words', false],
  ['- a dash', false],
  ['#hashtag', false],
  ['2 * 3 * 4 and a ** b', false],
  ['', false],
  ['x > y\n1 < 2', false],
])('detects whether %j is Markdown: %s', (text, is) => {
  expect(looksLikeMarkdown(text)).toBe(is);
});
