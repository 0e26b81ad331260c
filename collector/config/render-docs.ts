import { settingsAsMarkdown } from '@sonde/shared/settings/describe-settings.ts';
import type { Setting } from '@sonde/shared/settings/setting.ts';
import { settings } from './settings.ts';

const all: readonly Setting<unknown>[] = Object.values(settings);

/** Writes the file .env.example: every setting with its default, commented out, by subject. */
export function renderEnvExample(): string {
  const subjects = [...new Set(all.map(({ subject }) => subject))];
  const parts = subjects.map((subject) => {
    const blocks = all
      .filter((setting) => setting.subject === subject)
      .map(
        (setting) =>
          `# ${setting.help}\n# ${capitalised(setting.type.describe)}.\n#${setting.env}=${setting.default ?? ''}\n`,
      );
    return `## ${subject}\n\n${blocks.join('\n')}`;
  });
  return `# Settings of the collector. Written by "npm run format".\n\n${parts.join('\n')}`;
}

/** Writes the page docs/configuration.md. */
export function renderConfigurationPage(): string {
  return `# Configuration of the collector

This page lists all settings of the collector. You can give a setting in three ways, in this order of precedence:

1. as a flag of \`sonde collector serve\`,
2. as an environment variable; an empty variable counts as not set,
3. as a key of a settings file.

A settings file is a JSON object. Its keys are the names of the flags with \`_\` in place of dashes, such as
\`{"listen": ["127.0.0.1:8080"], "retention": "30d"}\`. \`--config FILE\` or \`SONDE_CONFIG\` names the file. Without them, the
collector reads \`/etc/sonde/collector.json\` if it exists.

\`sonde collector config\` shows the effective settings and where each comes from, without secrets. With \`--check\`, it only checks
that the settings can be read. The collector warns about an unknown name, and suggests the name that you may have meant.

On \`SIGHUP\`, a running collector reads its file again. It applies a new log level, and reports the other changes that need a restart.

\`npm run format\` writes this page.

${settingsAsMarkdown(settings)}
`;
}

function capitalised(text: string): string {
  const plain = text.replaceAll('`', '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
