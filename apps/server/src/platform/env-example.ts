import type { SettingInfo } from './setting.ts';
import { settings } from './settings.ts';

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

function describe({ name, initial, about }: SettingInfo): string {
  return [...wrap(about).map((line) => `# ${line}`), `#${name}=${initial}`].join('\n');
}

/** Returns the text of `.env.example`: every setting with its description and default. */
export function writeEnvExample(): string {
  const head =
    '# Copy this file to .env and remove the # from the settings that you change. No setting is required.';
  return `${[head, ...settings.map(({ info }) => describe(info))].join('\n\n')}\n`;
}
