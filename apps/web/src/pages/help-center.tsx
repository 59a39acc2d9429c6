import { t } from '@lingui/core/macro';
import { Link, useParams } from 'react-router';
import type { Article } from '../content/article.ts';
import { Prose } from '../content/prose.tsx';
import { ArticleSearch } from '../features/articles/article-search.tsx';
import { useHelp } from '../features/articles/use-help.ts';
import { ContactButton } from '../features/messages/contact-button.tsx';
import { ArticleList } from '../ui/article-list.tsx';
import { PageHead } from '../ui/page-head.tsx';
import classes from './columns.module.css';

/** Help center of signed-in users: the same articles within the application, and a contact form. */
export default function HelpCenterPage() {
  const { slug } = useParams();
  const articles = useHelp();
  if (slug !== undefined && articles === null) return null;
  const article = articles?.find((one) => one.slug === slug);
  if (article) return <HelpArticle article={article} />;
  return (
    <>
      <PageHead title={t`Help center`} actions={<ContactButton />}>
        <p>{t`Answers to frequent questions.`}</p>
      </PageHead>
      <ArticleSearch
        label={t`Search all articles`}
        placeOf={(path) => path.replace(/^\/help-center\/public/, '/help-center')}
      >
        <ArticleList entries={articles ?? []} base="/help-center" />
      </ArticleSearch>
    </>
  );
}

function HelpArticle({ article: { title, summary, lang, Text } }: { article: Article }) {
  return (
    <>
      <p className={classes['crumb']}>
        <Link className="soft" to="/help-center">
          {t`Help center`}
        </Link>
      </p>
      <PageHead title={title}>
        <p lang={lang} dir="auto">
          {summary}
        </p>
      </PageHead>
      <Prose lang={lang}>
        <Text />
      </Prose>
    </>
  );
}
