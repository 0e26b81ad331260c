import { join, resolve } from 'node:path';
import type { PageRulesFiles } from '../checks/tech/load-rules.ts';
import { type RulesSubscription, rulesFile } from '../checks/tech/subscribed-rules.ts';
import type { ScannerConfig } from '../settings.ts';

type RulesConfig = Pick<ScannerConfig, 'technologyRules' | 'technologyVulnerabilities'>;

const isUrl = (place: string) => /^https?:\/\//i.test(place);

/** Lists the operator's files that pages are read with, as the settings name them; addresses among them are for collectors. */
export function pageRulesFiles(config: RulesConfig): PageRulesFiles {
  const absolute = (places: readonly string[]) =>
    places.filter((place) => !isUrl(place)).map((path) => resolve(path));
  return {
    rules: absolute(config.technologyRules),
    vulnerabilities: absolute(config.technologyVulnerabilities),
  };
}

/** Lists the addresses of rules that the settings name. */
export function rulesSubscriptions(config: RulesConfig): RulesSubscription[] {
  return [
    ...config.technologyRules.filter(isUrl).map((url) => ({ url, kind: 'rules' as const })),
    ...config.technologyVulnerabilities
      .filter(isUrl)
      .map((url) => ({ url, kind: 'vulnerabilities' as const })),
  ];
}

/** Finds the folder of a collector in which documents of those addresses are kept. */
export function rulesFolder(dataDirectory: string): string {
  return join(dataDirectory, 'technologies');
}

/** Lists the files of those addresses, by what they hold. */
export function subscribedFiles(
  subscriptions: readonly RulesSubscription[],
  folder: string,
): NonNullable<PageRulesFiles['subscribed']> {
  const of = (kind: RulesSubscription['kind']) =>
    subscriptions.filter((one) => one.kind === kind).map((one) => rulesFile(folder, one));
  return { rules: of('rules'), vulnerabilities: of('vulnerabilities') };
}
