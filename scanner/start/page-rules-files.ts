import { resolve } from 'node:path';
import type { PageRulesFiles } from '../checks/tech/load-rules.ts';
import type { ScannerConfig } from '../settings.ts';

/** Lists the operator's files that pages are read with, as the settings name them. */
export function pageRulesFiles(
  config: Pick<ScannerConfig, 'technologyRules' | 'technologyVulnerabilities'>,
): PageRulesFiles {
  const absolute = (paths: readonly string[]) => paths.map((path) => resolve(path));
  return {
    rules: absolute(config.technologyRules),
    vulnerabilities: absolute(config.technologyVulnerabilities),
  };
}
