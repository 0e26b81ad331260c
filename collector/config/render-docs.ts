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

Each setting is an environment variable, a flag of \`sonde collector serve\` and a key of a settings file: an object in
JSON whose keys are the names of the flags with \`_\` in place of dashes, such as \`{"listen": ["127.0.0.1:8080"],
"retention": "30d"}\`. \`--config FILE\` or \`SONDE_CONFIG\` names the file; \`/etc/sonde/collector.json\` is read if it is there.
A flag wins over the environment, and that over the file. A variable that is set to nothing counts as absent.

\`sonde collector config\` shows what is in force and where it comes from, without secrets; \`--check\` only says whether it
can be read. A name that is no setting is warned of, with the name that may be meant. \`SIGHUP\` makes a running collector
read its file again: it takes up a new log level, and says which other changes need a restart.

\`npm run format\` writes this page.

${settingsAsMarkdown(settings)}
`;
}

function capitalised(text: string): string {
  const plain = text.replaceAll('`', '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
