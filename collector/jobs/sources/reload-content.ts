import type { Log } from '@sonde/shared/system/log.ts';
import type { ReloadableContent } from '../../ports/content/content.ts';
import { defineJob } from '../define-job.ts';

interface ReloadContentPorts {
  readonly contentFolders: readonly ReloadableContent[];
  readonly log: Log;
}

export const reloadContent = defineJob<ReloadContentPorts>({
  name: 'reload-content',
  summary: "Takes changed content files over, and tells of those that can't be.",
  everySeconds: 5,
  run: async ({ contentFolders, log }) => {
    for (const folder of contentFolders) {
      const known = new Set(folder.current.problems.map((problem) => JSON.stringify(problem)));
      const { version } = folder.current;
      await folder.refresh();
      for (const problem of folder.current.problems) {
        if (!known.has(JSON.stringify(problem))) log.warn(problem, 'a content file is not in force as it is');
      }
      if (folder.current.version !== version) log.info({ kind: folder.kind }, 'content has changed');
    }
  },
});
