import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { Command } from '../../components/command.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/protect/canaries.ts';
import { CanaryMatrix } from './canary-matrix.tsx';

/** Shows which sensors catch which patterns. */
export function Page() {
  const canaries = useResource(
    'canaries',
    (signal) => api.call('GET /api/v1/dns-monitoring/canaries', { signal }),
    {
      every: 10_000,
    },
  );
  return (
    <>
      <PageHead title={common.pages.canaries} lead={texts.lead} />
      <div class="stack tight">
        <p>{texts.send}</p>
        <Command text={'./sonde agent canary'} />
      </div>
      <Loaded
        of={canaries}
        isEmpty={({ count }) => count === 0}
        empty={
          <Empty title={texts.empty}>
            <p class="soft">{texts.emptyMore}</p>
          </Empty>
        }
      >
        {({ canaries: found }) => (
          <>
            {found.map((canary) => (
              <CanaryMatrix key={canary.id} canary={canary} />
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}
