import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { ThreatLines } from '../../components/lists/threat-lines.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { texts } from '../../texts/en/watch/client.ts';

/** Shows the open threats that this client was the last to ask about. */
export function ClientThreats({ address }: { address: string }) {
  const threats = useResource(`threats of ${address}`, async (signal) => {
    const answer = await api.call('GET /api/v1/dns-monitoring/threats', {
      query: { status: 'open', limit: 500 },
      signal,
    });
    return answer.threats.filter(({ client_ip: client }) => client === address).slice(0, 8);
  });
  return (
    <Panel title={texts.threats}>
      <Loaded
        of={threats}
        isEmpty={(found) => found.length === 0}
        empty={<p class="soft">{texts.noThreats}</p>}
      >
        {(found) => <ThreatLines threats={found} />}
      </Loaded>
    </Panel>
  );
}
