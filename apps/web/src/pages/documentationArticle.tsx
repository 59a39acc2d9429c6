import { Link, Navigate, useParams } from 'react-router';
import { documentationTexts } from '../content/documentationTexts.ts';
import { Prose } from '../content/Prose.tsx';
import { Day } from '../ui/ArticleList.tsx';
import { siteMeta } from '../ui/siteMeta.ts';
import { SitePage } from '../ui/SitePage.tsx';

const find = (slug: string | undefined) => documentationTexts.find((article) => article.slug === slug);

/** See {@link siteMeta}. */
export function meta({ params }: { params: { slug?: string } }) {
  const article = find(params.slug);
  return article ? siteMeta({ title: article.title, description: article.summary, path: `/documentation/${article.slug}` }) : [];
}

/** One article under `/documentation`. Where there is none of this name, its list. */
export default function DocumentationArticlePage() {
  const article = find(useParams().slug);
  if (!article) return <Navigate to="/documentation" replace />;
  const { title, summary, date, Text } = article;
  return (
    <SitePage
      title={title}
      lead={summary}
      above={
        <p>
          <Link to="/documentation">Documentation</Link>
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
