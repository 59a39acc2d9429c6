import { Extension, getExtensionField, Mark, Node, type AnyExtension, type Attributes, type Extensions } from '@tiptap/core';
import { Fragment, type Mark as ShownMark, type Node as Shown } from '@tiptap/pm/model';
import { cleanMarkAttributes, cleanNodeAttributes, type Clean } from './attributes.ts';

/**
 * All nodes and marks of some extensions, those of kits included, so that nothing is rendered but what is sound of their attributes
 * ({@link cleanNodeAttributes}). An attribute without cleaning is not rendered at all.
 */
export function cleanedExtensions(extensions: Extensions): Extensions {
  return extensions.flatMap((extension) => {
    // What a node brings along itself stays with it; a kit is nothing but what it brings.
    const isKit = extension instanceof Extension && extension.name === 'starterKit';
    return isKit ? cleanedExtensions(broughtBy(extension)) : [cleaned(extension)];
  });
}

function broughtBy(kit: Extension): Extensions {
  const { name, options, storage } = kit;
  const bring = getExtensionField<(() => Extensions) | undefined>(kit, 'addExtensions', { name, options, storage });
  return bring?.() ?? [];
}

/**
 * See {@link cleanedExtensions}. What extends a cleaned node or mark is cleaned too; the other way round it is not to be done: an
 * extension has all functions of the one that it extends, and those that call upon their parents would do so twice.
 */
export function cleaned<T extends AnyExtension>(extension: T): T {
  return cleanedOf(extension) as T;
}

function cleanedOf(extension: AnyExtension): AnyExtension {
  if (extension instanceof Node) {
    const clean = cleanNodeAttributes[extension.name];
    return extension.extend({
      ...(clean && {
        addAttributes() {
          return cleanedAttributes(this.parent?.() ?? {}, clean);
        },
      }),
      // Renders nodes from their attributes directly as well.
      renderHTML({ node, HTMLAttributes }) {
        return this.parent?.({ node: cleanedNode(node), HTMLAttributes }) ?? ['span', 0];
      },
    });
  }
  const clean = extension instanceof Mark ? cleanMarkAttributes[extension.name] : undefined;
  if (!(extension instanceof Mark) || clean === undefined) return extension;
  return extension.extend({
    addAttributes() {
      return cleanedAttributes(this.parent?.() ?? {}, clean);
    },
    renderHTML({ mark, HTMLAttributes }) {
      return this.parent?.({ mark: cleanedMark(mark, clean), HTMLAttributes }) ?? ['span', 0];
    },
  });
}

function cleanedAttributes(given: Attributes | object, clean: Clean): Attributes {
  return Object.fromEntries(
    Object.entries(given as Attributes).map(([name, attribute]) => [
      name,
      {
        ...attribute,
        renderHTML(attributes: Record<string, unknown>) {
          const sound = clean(attributes);
          return attribute?.renderHTML ? attribute.renderHTML(sound) : { [name]: sound[name] };
        },
      },
    ]),
  );
}

function cleanedNode(node: Shown): Shown {
  const clean = cleanNodeAttributes[node.type.name];
  // A table draws its columns from the cells of its first row.
  const content = node.type.name === 'table' ? withFirst(node, (row) => row.copy(mapped(row, cleanedNode))) : node.content;
  return node.type.create(clean ? { ...node.attrs, ...clean(node.attrs) } : node.attrs, content, node.marks);
}

function withFirst({ content }: Shown, change: (child: Shown) => Shown): Fragment {
  return content.firstChild === null ? content : content.replaceChild(0, change(content.firstChild));
}

function mapped({ content }: Shown, change: (child: Shown) => Shown): Fragment {
  return Fragment.from(content.content.map(change));
}

function cleanedMark(mark: ShownMark, clean: Clean): ShownMark {
  return mark.type.create(clean(mark.attrs));
}
