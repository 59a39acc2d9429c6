import { getText, getTextSerializersFromSchema } from '@tiptap/core';
import type { Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';

/**
 * Writes copied content as plain text. The serializer of TipTap writes the selection instead, with
 * deleted text; it has to be turned off.
 */
export function copiedTextPlugin(): Plugin {
  return new Plugin({
    key: new PluginKey('copiedText'),
    props: { clipboardTextSerializer: textOf },
  });
}

function textOf({ content }: Slice): string {
  const [first] = content.content;
  if (first === undefined) return '';
  const { schema } = first.type;
  return getText(schema.topNodeType.create(null, content), {
    textSerializers: getTextSerializersFromSchema(schema),
  });
}
