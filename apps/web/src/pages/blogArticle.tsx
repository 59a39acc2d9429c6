import { Link, Navigate, useParams } from 'react-router';
import { blogTexts } from '../content/blogTexts.ts';
import { Prose } from '../content/Prose.tsx';
import { Day } from '../ui/ArticleList.tsx';
import { siteMeta } from '../ui/siteMeta.ts';
import { SitePage } from '../ui/SitePage.tsx';

const find = (slug: string | undefined) => blogTexts.find((article) => article.slug === slug);

/** See {@link siteMeta}. */
export function meta({ params }: { params: { slug?: string } }) {
  const article = find(params.slug);
  return article ? siteMeta({ title: article.title, description: article.summary, path: `/blog/${article.slug}` }) : [];
}

/** One article under `/blog`. Where there is none of this name, its list. */
export default function BlogArticlePage() {
  const article = find(useParams().slug);
  if (!article) return <Navigate to="/blog" replace />;
  const { title, summary, date, Text } = article;
  return (
    <SitePage
      title={title}
      lead={summary}
      above={
        <p>
          <Link to="/blog">Blog</Link>
        </p>
      }
      below={date !== undefined && <Day date={date} />}
    >
      <Prose>
        <Text />
      </Prose>
    </SitePage>
  );
}
