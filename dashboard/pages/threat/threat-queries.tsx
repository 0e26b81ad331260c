import type { ExplainedThreat } from '@sonde/client/api-types.generated.ts';
import { href } from '../../app/router.ts';
import { QueryLines } from '../../components/lists/query-lines.tsx';
import { Panel } from '../../components/panel.tsx';
import { rowsBehind } from '../../domain/threat-filters.ts';
import { texts } from '../../texts/en/watch/threats.ts';

/** Shows the stored queries that the threat rests on. */
export function ThreatQueries({ threat }: { threat: ExplainedThreat }) {
  const { queries } = threat;
  return (
    <Panel
      title={texts.queries}
      tools={<a href={href('/queries', rowsBehind(threat))}>{texts.allQueries}</a>}
    >
      {queries === null ? (
        <p class="soft">{texts.queriesUnknown}</p>
      ) : queries.length === 0 ? (
        <p class="soft">{texts.queriesGone}</p>
      ) : (
        <QueryLines queries={queries} />
      )}
    </Panel>
  );
}
