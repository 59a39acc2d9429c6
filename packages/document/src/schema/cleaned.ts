import { Mark, Node, type AnyExtension, type Attributes, type Extensions } from '@tiptap/core';
import { Fragment, type Mark as ShownMark, type Node as Shown } from '@tiptap/pm/model';
import { cleanMarkAttributes, cleanNodeAttributes, type Clean } from './attributes.ts';

/**
 * Wraps all nodes and marks of the extensions, so that only valid attributes are rendered
 * ({@link cleanNodeAttributes}). An attribute without a sanitizer is not rendered at all.
 */
export function cleanedExtensions(extensions: Extensions): Extensions {
  return extensions.map(cleaned);
}

/**
 * Wraps one extension, see {@link cleanedExtensions}. An extension of a wrapped node or mark is
 * wrapped too. Do not wrap an extended one: it has all functions of its parent, and those that call
 * their parents would run twice.
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
      // Sanitizes nodes that are rendered directly from their attributes as well.
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
  // A table renders its columns from the cells of its first row.
  const content =
    node.type.name === 'table'
      ? withFirst(node, (row) => row.copy(mapped(row, cleanedNode)))
      : node.content;
  return node.type.create(
    clean ? { ...node.attrs, ...clean(node.attrs) } : node.attrs,
    content,
    node.marks,
  );
}

function withFirst({ content }: Shown, change: (child: Shown) => Shown): Fragment {
  return content.firstChild === null
    ? content
    : content.replaceChild(0, change(content.firstChild));
}

function mapped({ content }: Shown, change: (child: Shown) => Shown): Fragment {
  return Fragment.from(content.content.map(change));
}

function cleanedMark(mark: ShownMark, clean: Clean): ShownMark {
  return mark.type.create(clean(mark.attrs));
}
