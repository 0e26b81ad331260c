import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings as agentSettings } from '../../agent/config/settings.ts';
import { type ApiDocument, writeApiTypes } from '../../client/generate/write-api-types.ts';
import { renderConfigurationPage, renderEnvExample } from '../../collector/config/render-docs.ts';
import { renderDetectorsPage } from '../../collector/domain/detection/catalogue/render-detectors-page.ts';
import { renderSigmaPage } from '../../collector/domain/detection/sigma/render-sigma-page.ts';
import { renderSinkFieldsPage } from '../../collector/domain/traffic/sinks/render-fields-page.ts';
import { endpoints } from '../../collector/endpoints/index.ts';
import { events } from '../../collector/events/index.ts';
import { openApiDocument } from '../../collector/http/openapi/document.ts';
import { renderErrorsPage } from '../../collector/http/render-errors-page.ts';
import { feeds } from '../../collector/sources/feeds/index.ts';
import { renderFeedsPage } from '../../collector/sources/render-feeds-page.ts';
import { settings as resolverSettings } from '../../resolver-plugin/config/settings.ts';
import { settingsAsMarkdown } from '../../shared/settings/describe-settings.ts';
import type { SettingsTable } from '../../shared/settings/setting.ts';
import { boards } from '../boards/boards.ts';
import { renderBoard } from '../boards/render-board.ts';
import { rootDirectory } from '../check/package-program.ts';

interface GeneratedFile {
  /** From the root of the checkout. */
  readonly path: string;
  readonly content: () => string;
}

/** Every committed file that a program writes: `npm run format` writes the files, `npm run check` compares them. */
const generatedFiles: readonly GeneratedFile[] = [
  { path: 'client/api-types.generated.ts', content: apiTypes },
  { path: '.env.example', content: renderEnvExample },
  { path: 'docs/configuration.md', content: renderConfigurationPage },
  withSettings('docs/agent.md', agentSettings),
  withSettings('docs/resolver.md', resolverSettings),
  { path: 'docs/sink-fields.md', content: renderSinkFieldsPage },
  { path: 'docs/detectors.md', content: renderDetectorsPage },
  { path: 'docs/sigma.md', content: renderSigmaPage },
  { path: 'docs/errors.md', content: renderErrorsPage },
  { path: 'docs/feeds.md', content: () => renderFeedsPage(feeds) },
  ...boards.map((board) => ({
    path: `deploy/monitoring/grafana/${board.id}.json`,
    content: () => renderBoard(board),
  })),
];

/** Finds the files whose content differs from what the program would write now. */
export function staleFiles(): GeneratedFile[] {
  return generatedFiles.filter(({ path, content }) => read(path) !== content());
}

/** Writes the stale files and returns their paths. */
export function writeStaleFiles(): string[] {
  return staleFiles().map(({ path, content }) => {
    writeFileSync(join(rootDirectory, path), content());
    return path;
  });
}

/** A page that people write, with the tables of a program's settings between two marks. */
function withSettings(path: string, settings: SettingsTable): GeneratedFile {
  const [begin, end] = ['<!-- Settings, written by npm run format -->', '<!-- End of the settings -->'];
  return {
    path,
    content: () => {
      const page = read(path) ?? '';
      const [before, between, after, ...more] = page.split(new RegExp(`${begin}|${end}`));
      if (between === undefined || after === undefined || more.length > 0)
        throw new Error(`${path} has no place for its settings: ${begin} and ${end}`);
      return `${before}${begin}\n\n${settingsAsMarkdown(settings, '###')}\n\n${end}${after}`;
    },
  };
}

function apiTypes(): string {
  const document = JSON.parse(JSON.stringify(openApiDocument(endpoints, '0', events))) as ApiDocument;
  return writeApiTypes(document);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(rootDirectory, path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
