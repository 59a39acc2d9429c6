import { blogList } from '../../content/blog.ts';
import { ArticleList } from '../../ui/article-list.tsx';
import { siteMeta, type MetaTag } from '../site-meta.ts';
import { SitePage } from './site-page.tsx';

const lead = 'Articles about the development of Longhand.';

/** Page metadata: see {@link siteMeta}. */
export const meta: readonly MetaTag[] = [
  ...siteMeta({ title: 'Blog', description: lead, path: '/blog' }),
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/atom+xml',
    title: 'Longhand',
    href: '/blog/feed.xml',
  },
];

/** The list of articles under `/blog`. */
export default function BlogPage() {
  return (
    <SitePage title="Blog" lead={lead}>
      <ArticleList entries={[...blogList].reverse()} base="/blog" />
    </SitePage>
  );
}
