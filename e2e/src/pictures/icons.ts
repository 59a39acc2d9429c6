import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import type { Product } from '@longhand/driver';

/**
 * Icons of the installed application. A maskable icon is drawn at a smaller size on a background
 * that reaches every edge.
 */
const icons = [
  { file: 'icon-192.png', side: 192, isMaskable: false },
  { file: 'icon-512.png', side: 512, isMaskable: false },
  { file: 'icon-maskable-512.png', side: 512, isMaskable: true },
  // Apple's home screen rounds the corners itself and does not support transparency.
  { file: 'apple-touch-icon.png', side: 180, isMaskable: true },
] as const;

/**
 * Draws the icons from `favicon.svg`. Source: W3C, Web Application Manifest, icon masks: a safe
 * zone of 80 %.
 */
export async function drawIcons(browser: Browser, folder: string): Promise<string[]> {
  const sign = await readFile(join(folder, 'favicon.svg'), 'utf8');
  const ground = /<rect[^>]*fill="([^"]+)"/.exec(sign)?.[1] ?? 'none';
  const page = await browser.newPage();
  const drawn: string[] = [];
  for (const { file, side, isMaskable } of icons) {
    const inner = Math.round(isMaskable ? side * 0.8 : side);
    await page.setViewportSize({ width: side, height: side });
    await page.setContent(
      `<style>html,body{margin:0;height:100%}body{display:grid;place-items:center;background:${isMaskable ? ground : 'transparent'}}
svg{width:${inner}px;height:${inner}px;display:block}</style>${sign}`,
    );
    const path = join(folder, file);
    await page.screenshot({ path, omitBackground: !isMaskable });
    drawn.push(path);
  }
  await page.close();
  return drawn;
}

/**
 * Draws the preview picture of the front page for shared links: 1200 × 630, its first text and the
 * sheet. Source: the Open Graph protocol.
 */
export async function drawSocialPreview(
  browser: Browser,
  { url }: Product,
  folder: string,
): Promise<string> {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 630 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // Allows the styles that are added below.
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(() => document.fonts.ready);
  await page.addStyleTag({
    content: `header a:not([href="/"]), header button, figcaption, main h1 ~ div { visibility: hidden }
main > section:not(:first-of-type), footer { display: none } main h1 { padding-top: 3rem } figure > div { height: 24rem !important }`,
  });
  const path = join(folder, 'social.png');
  await page.screenshot({ path });
  await context.close();
  return path;
}
