import { t } from '@lingui/core/macro';
import { branding } from './branding.ts';
import classes from './server-links.module.css';

/** Names of the links of a server, and their addresses, if administrators set them. */
export function serverLinks(): { name: string; href: string }[] {
  const { imprintUrl, privacyUrl } = branding();
  return [
    { name: t`Imprint`, href: imprintUrl },
    { name: t`Privacy`, href: privacyUrl },
  ].flatMap(({ name, href }) => (href === null ? [] : [{ name, href }]));
}

/** Footer with the links of the server. Renders nothing without any. */
export function ServerLinks() {
  const links = serverLinks();
  if (links.length === 0) return null;
  return (
    <footer className={`row soft small ${classes['links']}`}>
      {links.map(({ name, href }) => (
        <a key={name} href={href} rel="noreferrer">
          {name}
        </a>
      ))}
    </footer>
  );
}
