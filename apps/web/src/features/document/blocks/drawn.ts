import { documentExtensions } from '@longhand/document';
import type { AnyExtension, Extensions } from '@tiptap/core';
import { DrawnCallout } from './callout.ts';
import { DrawnToggle } from './toggle.ts';

const drawn: readonly AnyExtension[] = [DrawnCallout, DrawnToggle];

/** What a document may hold, drawn as one writes in it. The schema is the same: only nodes that need a screen are drawn by it. */
export const drawnExtensions: Extensions = documentExtensions.map(
  (extension) => drawn.find(({ name }) => name === extension.name) ?? extension,
);
