import { settings } from './settings.ts';
import type { Setting } from './setting-types.ts';

const lineLength = 110;

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= lineLength)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function remark(setting: Setting<unknown>): string {
  return setting.use === 'waiting'
    ? `${setting.about} This version does not use it yet.`
    : setting.about;
}

function describe([name, setting]: [string, Setting<unknown>]): string {
  return [...wrap(remark(setting)).map((line) => `# ${line}`), `#${name}=${setting.initial}`].join(
    '\n',
  );
}

/** Returns the text of `.env.example`: every setting with its description and default. */
export function writeEnvExample(): string {
  const head =
    '# Copy this file to .env and remove the # from the settings that you change. No setting is required.';
  return `${[head, ...Object.entries<Setting<unknown>>(settings).map(describe)].join('\n\n')}\n`;
}
