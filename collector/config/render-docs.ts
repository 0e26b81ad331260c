import { markdownTable } from '@sonde/shared/text/markdown-table.ts';
import type { Setting } from './setting.ts';
import { settings } from './settings.ts';

const all: readonly Setting<unknown>[] = Object.values(settings);

/** The file .env.example: every setting with its default, commented out. */
export function renderEnvExample(): string {
  const blocks = all.map(
    (setting) =>
      `# ${setting.help}\n# ${capitalised(setting.type.describe)}.\n#${setting.env}=${setting.default ?? ''}\n`,
  );
  return `# Settings of the collector. Written by "npm run collector -- config --env-example".\n\n${blocks.join('\n')}`;
}

/** The page docs/configuration.md. */
export function renderConfigurationPage(): string {
  const rows = all.map((setting) => {
    const fallback =
      setting.default === undefined || setting.default === '' ? 'none' : `\`${setting.default}\``;
    return [`\`${setting.env}\``, `\`${setting.flag}\``, setting.type.describe, fallback, setting.help];
  });
  return `# Configuration of the collector

Each setting is an environment variable and a flag of \`sonde-collector serve\`; the flag wins. A variable that is set to
nothing counts as absent. \`npm run collector -- config\` shows what is in force and where it comes from, without secrets;
\`--check\` only says whether it can be read. A variable that begins with \`SONDE_\` and is no setting is warned of.

This page is written by \`npm run collector -- config --markdown\`.

${markdownTable(['Variable', 'Flag', 'Value', 'Default', 'What it does'], rows)}
`;
}

function capitalised(text: string): string {
  const plain = text.replaceAll('`', '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
