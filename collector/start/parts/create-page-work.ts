import { SubscribedRules } from '@sonde/scanner/checks/tech/subscribed-rules.ts';
import { createGuardedFetch } from '@sonde/scanner/network/guarded-fetch.ts';
import type { ScannerConfig } from '@sonde/scanner/settings.ts';
import {
  pageRulesFiles,
  rulesFolder,
  rulesSubscriptions,
  subscribedFiles,
} from '@sonde/scanner/start/page-rules-files.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import { PageWork } from '../../workers/page-work.ts';
import type { Foundation } from '../foundation.ts';
import { outboundGuard } from '../outbound-guard.ts';

/** One is enough for some fifty pages a second. */
const count = 1;

/**
 * Creates the thread in which pages of sites are read: they come from strangers, and some are made to take long. Beside it the rules
 * that the settings subscribe to.
 */
export function createPageWork(
  config: Pick<ScannerConfig, 'technologyRules' | 'technologyVulnerabilities' | 'allowedNetworks'>,
  { log, meter, stage, dataDirectory }: Pick<Foundation, 'log' | 'meter' | 'stage' | 'dataDirectory'>,
): { readonly pages: PageWork; readonly technologyRules: SubscribedRules } {
  const subscriptions = rulesSubscriptions(config);
  const folder = rulesFolder(dataDirectory);
  const files = { ...pageRulesFiles(config), subscribed: subscribedFiles(subscriptions, folder) };
  const work = stage.add('threads for pages', new PageWork({ count, log, meter, files }));
  meter.gauge('sonde_page_threads', 'Threads that read pages of sites.', () => work.running);
  meter.gauge('sonde_pages_waiting', 'Pages that wait for one of them.', () => work.waiting);
  const guard = outboundGuard(config);
  const technologyRules = new SubscribedRules({
    subscriptions,
    folder,
    fetch: createGuardedFetch(guard),
    clock,
    userAgent: guard.userAgent,
    files,
    summarise: (path, kind) => work.summariseRules(path, kind),
    reload: () => work.reload(),
  });
  return { pages: work, technologyRules };
}
