import type { ScannerConfig } from '@sonde/scanner/settings.ts';
import { pageRulesFiles } from '@sonde/scanner/start/page-rules-files.ts';
import { PageWork } from '../../workers/page-work.ts';
import type { Foundation } from '../foundation.ts';

/** One is enough for some fifty pages a second. */
const count = 1;

/** Creates the thread in which pages of sites are read: they come from strangers, and some are made to take long. */
export function createPageWork(
  config: Pick<ScannerConfig, 'technologyRules' | 'technologyVulnerabilities'>,
  { log, meter, stage }: Pick<Foundation, 'log' | 'meter' | 'stage'>,
): PageWork {
  const files = pageRulesFiles(config);
  const work = stage.add('threads for pages', new PageWork({ count, log, meter, files }));
  meter.gauge('sonde_page_threads', 'Threads that read pages of sites.', () => work.running);
  meter.gauge('sonde_pages_waiting', 'Pages that wait for one of them.', () => work.waiting);
  return work;
}
