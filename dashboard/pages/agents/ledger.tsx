import { SankeyChart } from '../../charts/sankey-chart.tsx';
import { Moment } from '../../components/moment.tsx';
import { type Agent, ledgerFlow, type NodeName } from '../../domain/ledger-flow.ts';
import { treatmentWords } from '../../domain/treatment.ts';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/operate/agents.ts';

const losses: ReadonlySet<string> = new Set(['kernel', 'dropped', 'malformed', 'rejected', 'lost', 'way']);

/** Shows the ledger of an agent's last run: the count of packets at each stage, and the treatment of rows. */
export function Ledger({ agent }: { agent: Agent }) {
  const run = agent.runs[0];
  if (run === undefined || run.ledger.messages_seen === 0) return <p class="soft">{texts.noLedger}</p>;
  const { flows, unaccounted } = ledgerFlow(run);
  return (
    <div class="stack">
      <div class="row">
        <span class={run.complete ? 'badge good' : 'badge warn'}>
          {run.complete ? texts.complete : texts.incomplete}
        </span>
        <span class={unaccounted === 0 ? 'good' : 'bad'}>{texts.unaccounted(count(unaccounted))}</span>
        <span class="soft">
          {texts.run} <Moment at={run.first_seen} />
        </span>
        <span class="soft treatment">
          {texts.treatment}: {treatmentWords(run)}
        </span>
      </div>
      <SankeyChart
        label={texts.ledger}
        flows={flows.map(({ from, to, value, rows }) => ({
          from,
          to,
          value,
          told: rows === undefined ? count(value) : texts.rowsOf(count(rows)),
        }))}
        nodeText={(name) => ({
          label: texts.nodes[name as NodeName],
          tone: losses.has(name) ? 'bad' : name === 'accepted' ? 'good' : 'plain',
        })}
      />
    </div>
  );
}
