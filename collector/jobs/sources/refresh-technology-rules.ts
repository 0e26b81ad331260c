import type { SubscribedRules } from '@sonde/scanner/checks/tech/subscribed-rules.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import { defineJob } from '../define-job.ts';

interface RefreshTechnologyRulesPorts {
  readonly technologyRules: Pick<SubscribedRules, 'readFiles' | 'refreshDue'>;
  readonly log: Log;
}

export const refreshTechnologyRules = defineJob<RefreshTechnologyRulesPorts>({
  name: 'refresh-technology-rules',
  summary:
    'Fetches the rules of web technologies and the vulnerabilities of libraries that are subscribed to.',
  everySeconds: 15 * 60,
  firstSeconds: 10,
  run: async ({ technologyRules, log }, signal) => {
    const ofFiles = await technologyRules.readFiles();
    for (const outcome of [...ofFiles, ...(await technologyRules.refreshDue(signal))]) {
      if (outcome.state === 'failed') log.warn({ ...outcome }, 'rules of technologies could not be fetched');
      else log.info({ ...outcome }, 'rules of technologies were looked at');
    }
  },
});
