import { Link, Navigate, useParams } from 'react-router';
import { helpTexts } from '../content/helpTexts.ts';
import { Prose } from '../content/Prose.tsx';
import { Day } from '../ui/ArticleList.tsx';
import { siteMeta } from '../ui/siteMeta.ts';
import { SitePage } from '../ui/SitePage.tsx';

const find = (slug: string | undefined) => helpTexts.find((article) => article.slug === slug);

/** See {@link siteMeta}. */
export function meta({ params }: { params: { slug?: string } }) {
  const article = find(params.slug);
  return article
    ? siteMeta({ title: article.title, description: article.summary, path: `/help-center/public/${article.slug}` })
    : [];
}

/** One article under `/help-center/public`. Where there is none of this name, its list. */
export default function PublicHelpArticlePage() {
  const article = find(useParams().slug);
  if (!article) return <Navigate to="/help-center/public" replace />;
  const { title, summary, date, Text } = article;
  return (
    <SitePage
      title={title}
      lead={summary}
      above={
        <p>
          <Link to="/help-center/public">Help center</Link>
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
